/** Checks the blocks of a page: what they name must exist, fit into the row, and have an effect. */
import { ROW_PARTS } from '../../../runtime/core/definitions/layout.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import { RICH_SILENT, RICH_TAGS } from '../../../runtime/core/text/richText.ts';
import type {
  Definitions,
  Entity,
  Field,
  PageBlock,
  PageLayout,
  Statistic,
} from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { compareOf, type Known } from '../checkFields.ts';
import { figureProblems } from './checkReports.ts';
import { type Add, checkField, checkValues } from './checkStatistics.ts';

/** The minimum width of a block without its own minimum. */
const LEAST_WIDTH = 4;
const DAYS = ['date', 'date-time'];

interface Ground {
  file: string;
  statistics: readonly Statistic[];
  known: Known;
  add: Add;
}

function checkRow(row: readonly PageBlock[], pointer: string, add: Add): void {
  const width = row.reduce((sum, block) => sum + (block.width ?? LEAST_WIDTH), 0);
  if (width > ROW_PARTS) add(pointer, 'rowTooWide', { width });
}

const TAG = /<\/?([a-z][a-z0-9]*)/gi;

/** Checks for elements that the browser would remove. */
function checkText(text: Readonly<Record<string, string>>, pointer: string, add: Add): void {
  for (const [lang, html] of Object.entries(text)) {
    const wrong = [...html.matchAll(TAG)].find(
      ([, tag = '']) => !RICH_TAGS.includes(tag.toLowerCase()) || RICH_SILENT.includes(tag.toLowerCase()),
    );
    if (wrong) add(`${pointer}/${lang}`, 'textUnclean', { tag: wrong[1], known: RICH_TAGS.join(', ') });
  }
}

function checkRecords(
  block: Extract<PageBlock, { entity: string }>,
  pointer: string,
  { range }: PageLayout,
  { known, add }: Ground,
): void {
  const entity = known.entities.get(block.entity);
  if (!entity) {
    add(`${pointer}/entity`, 'noEntity', { known: choice(block.entity, [...known.entities.keys()]) });
    return;
  }
  const { where = {}, day, mine, columns = [] } = block;
  checkValues(entity, where, `${pointer}/where`, known, add);
  const fields: Record<string, unknown> = { ...entity.schema.properties, ...SERVER_FIELDS };
  if (block.as === 'form')
    for (const name of Object.keys(where))
      if (name in SERVER_FIELDS || entity.schema.properties?.[name]?.readOnly)
        add(`${pointer}/where/${name}`, 'presetOwned');
  for (const [at, name] of columns.entries())
    if (!(name in fields))
      add(`${pointer}/columns/${at}`, 'noFieldOf', {
        entity: entity.name,
        known: choice(name, Object.keys(fields)),
      });
  if (day) {
    checkField(entity, day, `${pointer}/day`, add, ({ format }) => DAYS.includes(format ?? ''));
    if (!range) add(`${pointer}/day`, 'dayIdle');
  }
  if (mine && !entity.list.participation?.length) add(`${pointer}/mine`, 'mineIdle', { entity: entity.name });
}

function checkBlock(block: PageBlock, pointer: string, layout: PageLayout, ground: Ground): Problem[] {
  const { file, statistics, known, add } = ground;
  if (block.as === 'text') checkText({ ...block.text }, `${pointer}/text`, add);
  else if ('entity' in block) checkRecords(block, pointer, layout, ground);
  else {
    const entity = entityOf(block, ground);
    if (block.always && !layout.range) add(`${pointer}/always`, 'dayIdle');
    if (entity && block.where) checkValues(entity, block.where, `${pointer}/where`, known, add);
    return figureProblems(file, pointer, block, statistics);
  }
  return [];
}

/** Returns the entity of the records of a block. Undefined for a text, and for an unknown name. */
function entityOf(block: PageBlock, { statistics, known }: Ground): Entity | undefined {
  if (block.as === 'text') return undefined;
  const name = 'entity' in block ? block.entity : statistics.find((one) => one.name === block.statistic)?.of;
  return known.entities.get(name ?? '');
}

/** Returns what a filter offers for the field. Fields of one filter must offer the same. */
const kindOf = ({ type, 'x-ref': ref, 'x-refKey': key, 'x-dictionary': dictionary }: Field): string =>
  JSON.stringify(ref ? { ref, key } : { type, dictionary });

const isFilter = (field: Field): boolean =>
  field.type !== 'array' &&
  compareOf(field) !== 'sealed' &&
  (field['x-ref'] !== undefined ||
    field['x-dictionary'] !== undefined ||
    field['x-options'] !== undefined ||
    field.type === 'boolean');

function checkFilter(name: string, pointer: string, blocks: readonly PageBlock[], ground: Ground): void {
  const { add } = ground;
  const holders = blocks.flatMap((block) => {
    const entity = entityOf(block, ground);
    const field = entity?.schema.properties?.[name];
    // A form or list whose `where` already sets the field does not use the filter.
    const isSet = block.as !== 'text' && block.where && name in block.where;
    const isWritten = block.as !== 'form' || !field?.readOnly;
    return entity && field && !field.writeOnly && isWritten && !isSet ? [{ entity, field }] : [];
  });
  const [first] = holders;
  const other = holders.find(({ field }) => first && kindOf(field) !== kindOf(first.field));
  if (!first) add(pointer, 'filterIdle', { name });
  else if (!isFilter(first.field)) add(pointer, 'filterKind');
  else if (other) add(pointer, 'filterMixed', { entity: other.entity.name, other: first.entity.name });
}

function layoutProblemsOf(layout: PageLayout, ground: Ground): Problem[] {
  const { add } = ground;
  const blocks = layout.rows.flat();
  for (const [at, row] of layout.rows.entries()) checkRow(row, `/layout/rows/${at}`, add);
  for (const [at, name] of (layout.filters ?? []).entries())
    checkFilter(name, `/layout/filters/${at}`, blocks, ground);
  const isTimed = blocks.some((block) =>
    'entity' in block ? block.day !== undefined : block.as !== 'text' && !block.always,
  );
  if (layout.range && !isTimed) add('/layout/range', 'rangeIdle');
  return layout.rows.flatMap((row, index) =>
    row.flatMap((block, at) => checkBlock(block, `/layout/rows/${index}/${at}`, layout, ground)),
  );
}

export const layoutProblems = ({ pages, statistics }: Definitions, known: Known): Problem[] =>
  pages.flatMap(({ file, value: { kind, layout } }) => {
    if (kind !== 'blocks' || !layout) return [];
    const problems: Problem[] = [];
    const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
    const ground = { file, statistics: statistics.map(({ value }) => value), known, add };
    return [...layoutProblemsOf(layout, ground), ...problems];
  });
