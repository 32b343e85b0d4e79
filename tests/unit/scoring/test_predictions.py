"""Predicted misconceptions against the true ones, in the format of the MaE benchmark's files."""

import pytest

from sandbox.errors import ImportFormatError, UsageError
from sandbox.scoring.predictions import score_predictions

HEADER = ",Misconception ID,Example Number,Topic,Predicted Diagnosis,Model,Trial,Correct\n"


@pytest.fixture
def scored(tmp_path):
    def score(*lines, header=HEADER):
        path = tmp_path / "predictions.csv"
        path.write_text(header + "".join(f"{line}\n" for line in lines))
        return score_predictions(path)

    return score


def test_reply_that_is_no_id_counts_as_wrong_and_is_counted(scored):
    found = scored(
        '0,MaE03,1,"Patterns, relations",MaE03,m,0,True',
        "1,MaE03,2,Ratio,MaE13,m,0,False",
        '2,MaE07,3,Ratio,"I am not sure, MaE07?",m,0,False',
    )
    assert (found.right, found.of, found.unreadable, found.disagreeing) == (1, 3, 1, 0)
    assert found.accuracy == pytest.approx(1 / 3)


def test_stated_verdict_that_the_ids_contradict_is_counted(scored):
    assert scored("0,MaE03,1,Ratio,MaE04,m,0,True").disagreeing == 1


def test_file_that_is_no_predictions_file_is_refused_by_place(scored, tmp_path):
    with pytest.raises(ImportFormatError, match="no column Predicted Diagnosis"):
        scored("MaE01", header="Misconception ID\n")
    with pytest.raises(ImportFormatError, match="row 2 has no Misconception ID"):
        scored("0,,1,Ratio,MaE04,m,0,True")
    with pytest.raises(ImportFormatError, match="holds no predictions"):
        scored()
    with pytest.raises(UsageError, match="cannot be read"):
        score_predictions(tmp_path / "none.csv")
