/**
 * No test result depends on speed. A test that passes here passes on a machine that is four times slower. A wait ends
 * by its event, work is measured in processor time (tests/support/server/processorTime.ts), and a test is not repeated.
 */
import { WAIT_MS } from '../support/server/patience.ts';

const TESTS = /^(?:tests\/(?:unit|api|browser|support)\/|\.storybook\/|vitest\.config)/;
const OWN_TESTS = 'tests/unit/checks/';

/** Tests by file name whose time is part of the case. */
const WITH_A_REASON: Readonly<Record<string, string>> = {
  'thingsboard.test.ts': 'a device may ask for the limits of its session with a time limit of its own',
};

const CLOCK = String.raw`(?:performance|Date)\.now\(\) - `;
const JUDGED = new RegExp(String.raw`expect\((?:[\w.]+\()?${CLOCK}[\s\S]{0,80}?\.toBeLess`);
const MEASURED = new RegExp(String.raw`\b(\w+) = (?:Math\.\w+\()?${CLOCK}`, 'g');

function judgesTime(text: string): boolean {
  const measured = [...text.matchAll(MEASURED)].map(([, name]) => name);
  return JUDGED.test(text) || measured.some((name) => text.includes(`expect(${name}).toBeLess`));
}

const numberOf = (text: string, said: string): number =>
  Number(
    (/^\d/.test(said) ? said : (new RegExp(`const ${said} = ([\\d_]+)`).exec(text)?.[1] ?? 'NaN')).replaceAll(
      '_',
      '',
    ),
  );

const limitsWait = (text: string): boolean =>
  [...text.matchAll(/\btimeout: (\w+)/g)].some(([, timeout = '']) => numberOf(text, timeout) < WAIT_MS) ||
  /^\s*\}, [\d_]{4,}\);$/m.test(text) ||
  (/\bvi\.wait(?:For|Until)\(/.test(text) && !text.includes('WAIT_MS'));

/** Returns a line for each way in which a file judges by time. */
export function speedBreaches(file: string, text: string): string[] {
  if (!TESTS.test(file) || file.startsWith(OWN_TESTS)) return [];
  if ((file.split('/').pop() ?? '') in WITH_A_REASON) return [];
  return [
    ...(/\bretry: \d/.test(text) ? ['tries a test again: a flaky test is a failing test'] : []),
    ...(judgesTime(text) ? ['judges by a clock: measure processor time, or count steps'] : []),
    ...(limitsWait(text) ? ['limits a wait: leave the limit to tests/support/server/patience.ts'] : []),
  ].map((fault) => `${file}: ${fault}`);
}
