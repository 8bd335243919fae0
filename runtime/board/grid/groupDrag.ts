/**
 * Moves the other selected widgets together with the dragged widget. Their final places are computed after the drop.
 */
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

/** `others`: the elements that move with the dragged one. */
export function startGroupDrag(dragged: HTMLElement, others: readonly HTMLElement[]): GroupDrag {
  const from = putAt(dragged);
  const starts = others.map((element) => [element, putAt(element)] as const);
  for (const [element] of starts) element.dataset.carried = '';
  let frame = 0;
  const draw = () => {
    const now = putAt(dragged);
    for (const [element, start] of starts) {
      // Removes a shift that the grid has added.
      const offset = putAt(element);
      element.style.translate = `${start.x + now.x - from.x - offset.x}px ${start.y + now.y - from.y - offset.y}px`;
    }
    // The grid draws after the pointer event, so the shift is recomputed in every frame.
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
