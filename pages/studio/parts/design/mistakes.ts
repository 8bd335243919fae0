/** Finds frequent mistakes of newcomers, each at its place and with a correction. */
import '../../../../runtime/core/definitions/allEntities.ts';
import type { EntityDefinition, Field, Text } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { changePart, type Part, partOf } from './changes.ts';
import { type EntityDocument, fieldsOf, isFigure, titleOfField } from './entityDoc.ts';
import { fieldType } from './fields/fieldKinds.ts';
import { readField, writeField } from './fields/fields.ts';
import { findLines, readProduct, readTotal, settleFigures } from './rules/expressions.ts';
import { addMove, movesOf, statesOf, type Value } from './states/states.ts';

export interface Mistake {
  text: Text;
  /** The button that corrects the mistake. */
  remedy?: { title: Text; mend(whole: EntityDocument): EntityDocument };
}

const text = (zh: string, en: string): Text => ({ zh, en });
const CHINESE = /\p{Script=Han}/u;
const FEWEST_CHOICES = 2;

const setField = <E extends EntityDefinition>(entity: E, name: string, field: Field): E => ({
  ...entity,
  schema: { ...entity.schema, properties: { ...fieldsOf(entity), [name]: field } },
});

function choiceMistakes(field: Field): Mistake[] {
  const count = field['x-options']?.length ?? FEWEST_CHOICES;
  return count < FEWEST_CHOICES
    ? [{ text: text('至少写两个选项，每行一个', 'Enter at least two choices, one per line') }]
    : [];
}

/** Finds required fields that can be hidden. A record cannot be saved while one is hidden. */
function hiddenMistakes(entity: EntityDefinition, part: Part, name: string): Mistake[] {
  const when = fieldsOf(entity)[name]?.['x-visible'];
  if (!when || !entity.schema.required?.includes(name)) return [];
  const mend = (whole: EntityDocument) =>
    changePart(whole, part, (one) => {
      const optional = writeField(one, name, { ...readField(one, name), required: false });
      return setField(optional, name, { ...fieldsOf(optional)[name], 'x-required': when });
    });
  return [
    {
      text: text(
        '字段隐藏时仍然必填：记录将无法保存',
        'It is required where it is hidden: no user could save the record',
      ),
      remedy: { title: text('仅在显示时必填', 'Require it only where it is shown'), mend },
    },
  ];
}

function formulaMistakes(entity: EntityDefinition, field: Field): Mistake[] {
  const product = readProduct(field['x-computed']);
  const fields = fieldsOf(entity);
  return product && !(isFigure(fields[product.left]) && isFigure(fields[product.right]))
    ? [{ text: text('请选择两个数字或金额字段', 'Choose two fields with numbers or amounts') }]
    : [];
}

function totalMistakes(whole: EntityDocument, field: Field): Mistake[] {
  const total = readTotal(field['x-computed']);
  if (!total || total.figure === 'length') return [];
  const lines = findLines(whole, total.lines);
  const at = lines ? (whole.lines ?? []).indexOf(lines) : -1;
  const added = lines && fieldsOf(lines)[total.field];
  if (!lines || !added) return [{ text: text('请选择明细中的字段', 'Choose a field of the lines') }];
  if (isFigure(added)) return [];
  const { zh, en } = titleOfField(lines, total.field);
  const mend = (entity: EntityDocument) =>
    settleFigures(
      changePart(entity, at, (line) =>
        writeField(line, total.field, { ...readField(line, total.field), type: 'money' }),
      ),
    );
  return [
    {
      text: text(`“${zh}”不是数字，不能合计`, `“${en}” is no number and cannot be added up`),
      remedy: { title: text('改成金额', 'Make it money'), mend },
    },
  ];
}

/** Finds a text field with the name of an existing entity. */
function nameMistakes(entity: EntityDefinition, part: Part, name: string, isFixed: boolean): Mistake[] {
  const { zh, en } = titleOfField(entity, name);
  if (isFixed || fieldType(fieldsOf(entity)[name] ?? {}) !== 'text') return [];
  const like = entityRegistry
    .all()
    .find(({ title }) => title.zh === zh || title.en.toLowerCase() === en.toLowerCase());
  if (!like || like.name === entity.name) return [];
  const mend = (whole: EntityDocument) =>
    changePart(whole, part, (one) =>
      writeField(one, name, { ...readField(one, name), type: 'ref', ref: like.name }),
    );
  return [
    {
      text: text(`系统中已有“${like.title.zh}”`, `“${like.title.en}” exists already`),
      remedy: { title: text('关联到这些记录', 'Point to these records'), mend },
    },
  ];
}

function titleMistakes(entity: EntityDefinition, name: string): Mistake[] {
  const { zh, en } = titleOfField(entity, name);
  return zh === en && CHINESE.test(en)
    ? [{ text: text('没有英文名称：英文界面显示中文', 'It has no English title: the Chinese one is shown') }]
    : [];
}

/** Returns the mistakes of a field. `isFixed` means that the table has it, so that its kind cannot change. */
export function fieldMistakes(whole: EntityDocument, part: Part, name: string, isFixed: boolean): Mistake[] {
  const entity = partOf(whole, part);
  const field = entity && fieldsOf(entity)[name];
  if (!entity || !field) return [];
  return [
    ...choiceMistakes(field),
    ...hiddenMistakes(entity, part, name),
    ...formulaMistakes(entity, field),
    ...totalMistakes(whole, field),
    ...nameMistakes(entity, part, name, isFixed),
    ...titleMistakes(entity, name),
  ];
}

/** Finds a state that is never reached, or an initial state that is never left. */
export function stateMistakes(whole: EntityDocument, value: Value): Mistake[] {
  const { states } = whole;
  if (!states) return [];
  const titleOf = (one: Value) =>
    statesOf(whole).find((option) => option.value === one)?.title ?? text('', '');
  const { zh, en } = titleOf(value);
  const isInitial = states.initial === value;
  const others = statesOf(whole).filter((option) => option.value !== value);
  const leadsIn = isInitial || movesOf(whole).some(({ to }) => to === value);
  const leadsOut = movesOf(whole).some(({ from }) => from?.includes(value));
  const add = (from: Value, to: Value) => (entity: EntityDocument) => ({
    ...entity,
    ...addMove(entity, from, to),
  });
  if (!leadsIn) {
    const first = titleOf(states.initial);
    return [
      {
        text: text(`没有按钮通向“${zh}”`, `No button leads to “${en}”`),
        remedy: {
          title: text(`从“${first.zh}”添加按钮`, `Add one in “${first.en}”`),
          mend: add(states.initial, value),
        },
      },
    ];
  }
  const [next] = others;
  if (!isInitial || leadsOut || !next) return [];
  return [
    {
      text: text(`记录会一直停在“${zh}”`, `Records would stay in “${en}”`),
      remedy: {
        title: text(`添加通向“${next.title.zh}”的按钮`, `Add a button to “${next.title.en}”`),
        mend: add(value, next.value as Value),
      },
    },
  ];
}
