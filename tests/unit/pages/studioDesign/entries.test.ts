import { expect, it } from 'vitest';
import type { DictionaryDefinition } from '../../../../generated/definition.ts';
import {
  addEntry,
  changeEntry,
  placeEntry,
  removeEntry,
  stepEntry,
  titleEntry,
  writeTitle,
} from '../../../../pages/studio/parts/design/dictionary/entries.ts';

const text = (zh: string, en: string) => ({ zh, en });
const spell = (chinese: string) => (chinese === '水泵' ? 'shuibeng' : '');

const parts = {
  name: 'part',
  title: text('配件', 'Part'),
  entries: [
    { value: 'pump', title: text('水泵', 'Pump') },
    { value: 'seal', title: text('密封件', 'Seal') },
    { value: 'belt', title: text('皮带', 'Belt') },
  ],
} as DictionaryDefinition;

const values = ({ entries }: DictionaryDefinition) => entries.map(({ value }) => value);

it('an entry is ordered by drag and by key, and stays at the ends', () => {
  expect(values(placeEntry(parts, 'belt', 'pump', 'before'))).toEqual(['belt', 'pump', 'seal']);
  expect(values(placeEntry(parts, 'pump', 'seal', 'behind'))).toEqual(['seal', 'pump', 'belt']);
  expect(values(stepEntry(parts, 1, -1))).toEqual(['seal', 'pump', 'belt']);
  expect(values(stepEntry(parts, 0, -1))).toEqual(['pump', 'seal', 'belt']);
  expect(values(stepEntry(parts, 2, 1))).toEqual(['pump', 'seal', 'belt']);
});

it('a new entry has a value of its own, which follows its title until it is in force', () => {
  const added = addEntry(parts);
  expect(values(added)).toEqual(['pump', 'seal', 'belt', 'choice4']);
  const naming = { isNew: true, spell };
  const titled = titleEntry(added, 3, text('软管', 'Rubber hose'), naming);
  expect(values(titled)[3]).toBe('rubberHose');
  expect(values(titleEntry(titled, 3, text('水泵', ''), naming))[3]).toBe('shuibeng');
  expect(values(titleEntry(titled, 3, text('水泵', 'Pump'), naming))[3]).toBe('pump2');
  expect(values(titleEntry(titled, 3, text('水泵', 'Pump'), { isNew: false, spell }))[3]).toBe('rubberHose');
});

it('a value that the author wrote does not follow, and numbers go on', () => {
  const written = changeEntry(addEntry(parts), 3, { value: 'own' });
  expect(values(titleEntry(written, 3, text('软管', 'Hose'), { isNew: true, spell }))[3]).toBe('own');
  const numbered = { ...parts, entries: [{ value: 3, title: text('三', 'Three') }] } as DictionaryDefinition;
  const added = addEntry(numbered);
  expect(values(added)).toEqual([3, 4]);
  expect(values(titleEntry(added, 1, text('四', 'Four'), { isNew: true, spell }))).toEqual([3, 4]);
  expect(values(removeEntry(added, 0))).toEqual([4]);
});

it('a title in one language stands for both until the other one is written', () => {
  const original = text('选项 4', 'Choice 4');
  const one = writeTitle(original, 'zh', '软管', true);
  expect(one).toEqual(text('软管', '软管'));
  expect(writeTitle(one, 'en', 'Hose', false)).toEqual(text('软管', 'Hose'));
  expect(writeTitle(text('软管', 'Hose'), 'zh', '胶管', true)).toEqual(text('胶管', 'Hose'));
});
