() => {
  // Some of Gradio's controls have a label that is only drawn: give it to screen readers too.
  const labelled = (control) =>
    control.getAttribute("aria-label") || control.getAttribute("aria-labelledby") || control.labels?.length;
  const label = () => {
    for (const control of document.querySelectorAll("textarea, input, select")) {
      if (labelled(control)) continue;
      const block = control.closest(".block");
      const drawn = block?.querySelector("[data-testid='block-info'], [data-testid='block-label'], label > span");
      if (drawn?.textContent.trim()) control.setAttribute("aria-label", drawn.textContent.trim());
    }
  };
  label();
  new MutationObserver(label).observe(document.body, { childList: true, subtree: true });
}
