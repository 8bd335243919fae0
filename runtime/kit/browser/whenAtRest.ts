import { whenIdle } from './whenIdle.ts';

/** A page that is drawn, and outlines of what is still to come. */
const PAGE = '[data-page]';
const WAITING = '.wd-skeleton, .wd-w-skeleton, .ant-skeleton, [aria-busy="true"]';
const AGAIN_MS = 500;
/** A page that goes on asking is not waited for any longer. */
const TIMES = 20;

const isDrawn = (): boolean =>
  document.querySelector(PAGE) !== null && document.querySelector(WAITING) === null;

/** Files and answers that have arrived. */
const countArrived = (): number => performance.getEntriesByType('resource').length;

/**
 * Runs it when the open page is drawn and nothing has arrived for a moment: what the page needs comes first. The answer
 * calls it off.
 */
export function whenAtRest(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let callOff = () => {};
  function look(times: number, before: number): void {
    timer = setTimeout(() => {
      const arrived = countArrived();
      const isAtRest = arrived === before && isDrawn();
      callOff = whenIdle(() => (times <= 1 || isAtRest ? run() : look(times - 1, arrived)));
    }, AGAIN_MS);
  }
  look(TIMES, -1);
  return () => {
    clearTimeout(timer);
    callOff();
  };
}
