/**
 * Adds styles of antd before our own, in order, so that ours apply if both have the same specificity. The build writes
 * calls of it into the modules of antd that have styles.
 */
export function addAntdSheet(css: string, order: number): void {
  const sheet = document.createElement('style');
  sheet.dataset.antd = String(order);
  sheet.textContent = css;
  const others = [...document.head.querySelectorAll<HTMLStyleElement>('style[data-antd]')];
  const last = others.findLast(({ dataset }) => Number(dataset.antd) <= order);
  if (last) last.after(sheet);
  else document.head.prepend(sheet);
}

const added = new Set<string>();

/** Wraps a component, or its hook, that adds its styles when it is first drawn. */
export function withAntdSheet<Arguments extends unknown[], Result>(
  use: (...given: Arguments) => Result,
  css: string,
  order: number,
): (...given: Arguments) => Result {
  return (...given) => {
    if (!added.has(css)) {
      added.add(css);
      addAntdSheet(css, order);
    }
    return use(...given);
  };
}
