/**
 * Puts styles of antd in front of our own, in their order: where both say something with the same weight, ours hold. The
 * build writes calls of it into the modules of antd that have styles.
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

/** A component, or a hook of one, that brings its styles when it is first drawn. */
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
