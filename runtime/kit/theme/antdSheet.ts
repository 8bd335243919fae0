/**
 * Adds antd's styles before the product's own, so that own styles win with equal specificity. The build inserts calls
 * of this function into antd's modules.
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

/** Wraps an antd component or hook, so that its styles are added at its first render. */
export function withAntdSheet<Arguments extends unknown[], Result>(
  use: (...args: Arguments) => Result,
  css: string,
  order: number,
): (...args: Arguments) => Result {
  return (...args) => {
    if (!added.has(css)) {
      added.add(css);
      addAntdSheet(css, order);
    }
    return use(...args);
  };
}
