/** Finds elements over a drive by role and name, and uses them once nothing covers them. */
import { vi } from 'vitest';
import { WAIT_MS } from '../support/server/patience.ts';
import type { Drive, Point } from './drive.ts';

type Role = 'button' | 'textbox' | 'combobox' | 'choice';

const PATIENCE = { timeout: WAIT_MS, interval: 100 };

/**
 * Returns the middle of the last such element that users can press, inside the open dialog if there is one. Runs in the
 * page.
 */
function findPlace(role: Role, name: string): Point | null {
  const selectors: Record<Role, string> = {
    button: 'button, [role=button]',
    textbox: 'input:not([role]), textarea, [role=textbox]',
    combobox: '[role=combobox]',
    choice: '[title]',
  };
  const labelOf = (element: Element): (string | null | undefined)[] => [
    element.getAttribute('aria-label'),
    ...[...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
    role === 'choice' ? element.getAttribute('title') : element.textContent,
  ];
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((one) => one.checkVisibility());
  const within = role === 'choice' ? document.body : (dialogs.at(-1) ?? document.body);
  const usable = [...within.querySelectorAll(selectors[role])].filter(
    (element) => element.checkVisibility() && !(element as HTMLButtonElement).disabled,
  );
  const called = (fits: (label: string) => boolean) =>
    usable.filter((element) => labelOf(element).some((label) => fits(label?.trim() ?? '')));
  const exact = called((label) => label === name);
  // The label of a widget's button contains its purpose after its name.
  const found = exact.length > 0 ? exact : called((label) => label.startsWith(name));
  // On a slow machine, an animation may pause between two checks.
  const moving = document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState !== 'finished' && effect?.getTiming().iterations !== Infinity,
    )
    .flatMap(({ effect }) => (effect instanceof KeyframeEffect && effect.target ? [effect.target] : []));
  for (const element of found.reverse()) {
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || moving.some((one) => one.contains(element))) continue;
    const middle = { x: x + width / 2, y: y + height / 2 };
    const top = document.elementFromPoint(middle.x, middle.y);
    // In a combobox, a text covers the input, so the whole control is used.
    const whole = role === 'combobox' ? (element.parentElement ?? element) : element;
    if (top && whole.contains(top)) return middle;
  }
  return null;
}

/** Returns the text in the focused box of that name, or null if the focus is elsewhere. Runs in the page. */
function readWrittenText(name: string): string | null {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) return null;
  const labels = [box.getAttribute('aria-label'), ...[...(box.labels ?? [])].map((one) => one.textContent)];
  return labels.some((label) => label?.trim().startsWith(name)) ? box.value : null;
}

/** Returns the chosen text of the combobox with the focus. Runs in the page. */
function readChosenText(): string {
  const box = document.activeElement;
  return box?.role === 'combobox' ? (box.parentElement?.textContent ?? '') : '';
}

/**
 * Repeats an action until its effect is visible. A list or a dialog opens after a pause, so on a slow machine an
 * element may move before the press.
 */
async function tryAgain(complaint: string, act: () => Promise<void>, shows: () => Promise<boolean>) {
  for (let tries = 1; tries <= 5; tries++) {
    await act();
    if (await vi.waitUntil(shows, { timeout: 4_000, interval: 100 }).catch(() => false)) return;
  }
  throw new Error(complaint);
}

const showsText = (text: string): boolean => document.body.innerText.includes(text);

export function createHand(drive: Drive) {
  /** Waits until the element no longer moves. */
  async function place(role: Role, name: string, patience = PATIENCE): Promise<Point> {
    let before: Point | null = null;
    const stands = async () => {
      const now = await drive.run(findPlace, role, name);
      const isStill = now !== null && now.x === before?.x && now.y === before.y;
      before = now;
      return isStill ? now : null;
    };
    return vi.waitUntil(stands, patience).catch((cause: unknown) => {
      throw new Error(`there is no ${role} "${name}" to press`, { cause });
    });
  }
  const press = async (role: Role, name: string) => drive.click(await place(role, name));
  const sees = (text: string) =>
    vi
      .waitUntil(() => drive.run(showsText, text), PATIENCE)
      .catch((cause: unknown) => {
        throw new Error(`the page does not say "${text}"`, { cause });
      });
  return {
    press,
    sees,
    /** On a slow machine, a dialog may get the focus late. The keys are then missing in this box. */
    async fill(name: string, text: string): Promise<void> {
      const readText = () => drive.run(readWrittenText, name);
      await tryAgain(
        `"${name}" does not take the focus`,
        () => press('textbox', name),
        async () => (await readText()) !== null,
      );
      await drive.type(text);
      await vi
        .waitUntil(async () => (await readText()) === text, PATIENCE)
        .catch(async (cause: unknown) => {
          throw new Error(`"${name}" holds ${JSON.stringify(await readText())}, not "${text}"`, { cause });
        });
    },
    async choose(name: string, choice: string): Promise<void> {
      await press('combobox', name);
      const pick = async () => {
        const at = await place('choice', choice, { ...PATIENCE, timeout: 5_000 }).catch(() => null);
        if (at) await drive.click(at);
        else await press('combobox', name);
      };
      const isChosen = async () => (await drive.run(readChosenText)).includes(choice);
      await tryAgain(`"${name}" does not take "${choice}"`, pick, isChosen);
    },
    /** Waits until the page contains such an element. */
    async stands(selector: string): Promise<void> {
      const find = (what: string) => document.querySelector(what) !== null;
      await vi.waitUntil(() => drive.run(find, selector), PATIENCE);
    },
  };
}

export type Hand = ReturnType<typeof createHand>;
