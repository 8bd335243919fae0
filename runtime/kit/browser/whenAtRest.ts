import { whenIdle } from './whenIdle.ts';

/** Selectors of a rendered page, and of placeholders for loading parts. */
const PAGE = '[data-page]';
const WAITING = '.wd-skeleton, .wd-w-skeleton, .ant-skeleton, [aria-busy="true"]';
const AGAIN_MS = 500;
/** Maximum number of checks. A page that keeps loading is not waited for longer. */
const TIMES = 20;

const isDrawn = (): boolean =>
  document.querySelector(PAGE) !== null && document.querySelector(WAITING) === null;

/** Counts the loaded files and responses. */
const countArrived = (): number => performance.getEntriesByType('resource').length;

/**
 * Runs a function after the open page is rendered and no response has arrived for a moment. The page thus loads first.
 * Returns a function that cancels it.
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

export const untilAtRest = (): Promise<void> => new Promise((done) => void whenAtRest(done));
