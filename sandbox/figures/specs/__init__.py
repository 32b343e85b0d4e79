"""What figures show, as data: a model for each kind, which refuses what cannot be drawn."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from pydantic import ConfigDict, Field, TypeAdapter

from sandbox.figures.specs.angle import Angles, CrossingLines, ParallelLines, Protractor
from sandbox.figures.specs.base import Drawing
from sandbox.figures.specs.data import (
    BarChart,
    LineChart,
    Pictograph,
    PieChart,
    Spinner,
    Table,
    Tree,
    Venn,
)
from sandbox.figures.specs.model import AreaModel, BarModel, FunctionMachine, PartWhole
from sandbox.figures.specs.number import (
    Array,
    Balance,
    Clock,
    FractionBar,
    FractionCircle,
    NumberLine,
    Objects,
    Pattern,
    PlaceValueBlocks,
    Ruler,
    Scale,
    ShadedGrid,
)
from sandbox.figures.specs.plots import BoxPlot, DotPlot, Histogram, ScatterPlot, StemAndLeaf
from sandbox.figures.specs.shape import (
    CircleShape,
    CoordinateGrid,
    LShape,
    Parallelogram,
    Polygon,
    Rectangle,
    RegularPolygon,
    Trapezium,
    Triangle,
)
from sandbox.figures.specs.similar import SimilarShapes
from sandbox.figures.specs.solid import CubeStack, Cuboid, Cylinder, Net, Prism

Figure = Annotated[
    NumberLine | FractionBar | FractionCircle | ShadedGrid | Array | Objects | PlaceValueBlocks
    | Ruler | Scale | Clock | Balance | BarModel | PartWhole | AreaModel | FunctionMachine | Pattern
    | BarChart | LineChart | PieChart | Spinner | Pictograph | Table | StemAndLeaf | BoxPlot
    | ScatterPlot | DotPlot | Histogram | Tree | Venn | CoordinateGrid | Rectangle | Triangle
    | Parallelogram | Trapezium | LShape | CircleShape | RegularPolygon | Polygon | SimilarShapes
    | Angles | CrossingLines | ParallelLines | Protractor | Cuboid | CubeStack | Prism | Cylinder
    | Net,
    Field(discriminator="kind"),
]  # fmt: skip
"""Any figure; `kind` says which."""

_MEMBERS: tuple[type[Drawing], ...] = get_args(get_args(Figure)[0])
KINDS = {str(member.model_fields["kind"].default): member for member in _MEMBERS}
"""Kind → its model."""

_FIGURES: TypeAdapter[Figure] = TypeAdapter(Figure, config=ConfigDict(defer_build=True))


def figure_of(data: Any) -> Figure:
    """The figure that plain data describe.

    Raises:
        pydantic.ValidationError: they describe none, or none that can be drawn.
    """
    return _FIGURES.validate_python(data)
