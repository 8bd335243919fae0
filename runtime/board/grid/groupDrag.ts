/** Moves several selected widgets with the dragged one. Their final places are decided later. */
interface Point {
  x: number;
  y: number;
}

/** Returns the place to which the grid has moved an element, in px. */
function putAt(element: HTMLElement): Point {
  const { m41, m42 } = new DOMMatrixReadOnly(element.style.transform);
  return { x: m41, y: m42 };
}

export interface GroupDrag {
  end(): void;
}

/** `others`: the elements that go along with the dragged one. */
export function startGroupDrag(dragged: HTMLElement, others: readonly HTMLElement[]): GroupDrag {
  const from = putAt(dragged);
  const starts = others.map((element) => [element, putAt(element)] as const);
  for (const [element] of starts) element.dataset.carried = '';
  let frame = 0;
  const draw = () => {
    const now = putAt(dragged);
    for (const [element, start] of starts) {
      // Undoes a shift by the grid.
      const offset = putAt(element);
      element.style.translate = `${start.x + now.x - from.x - offset.x}px ${start.y + now.y - from.y - offset.y}px`;
    }
    // The grid draws later than the pointer moves, so this is repeated.
    frame = requestAnimationFrame(draw);
  };
  draw();
  return {
    end() {
      cancelAnimationFrame(frame);
      for (const [element] of starts) {
        delete element.dataset.carried;
        element.style.translate = '';
      }
    },
  };
}
