"""The content: format, loading, checking, generating, importing."""
