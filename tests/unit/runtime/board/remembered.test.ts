import { afterEach, expect, it } from 'vitest';
import { boardMemory } from '../../../../runtime/board/live/boardMemory.ts';
import { queryClient } from '../../../../runtime/kit/session/queryClient.ts';

afterEach(() => queryClient.clear());

const [PERSON, OTHER] = [1, 2];
const answers = { moment: 1, at: 2, known: new Map() };

it("caches the data of a person's last three boards, and shows it to no other person", () => {
  const [first, second, third, fourth] = ['A', 'B', 'C', 'D'].map((sn) => boardMemory(PERSON, sn, null));
  for (const memory of [first, second, third]) memory!.write(answers);
  first!.write({ ...answers, at: 3 });
  fourth!.write(answers);
  expect([first, second, third, fourth].map((memory) => memory!.read()?.at)).toEqual([3, undefined, 2, 2]);
  expect(boardMemory(PERSON, 'A', 7).read()).toBeNull();
  expect(boardMemory(OTHER, 'A', null).read()).toBeNull();
});
