/** Lists the problems of a board document with their positions, and builds the schema of a valid document. */

import type { DashboardDocument, Field, Text } from '../../../generated/definition.ts';
import { widgetForms } from '../../../generated/widgetForms.ts';
import { widgets } from '../../../generated/widgets.ts';
import { pathPointer } from '../../../runtime/core/boards/boardVariables.ts';
import { DOCUMENT_VERSION } from '../../../runtime/core/document/migrate.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { AppError, answerError, type FieldError, fillText } from '../../platform/errors/errors.ts';
import { askedOf, type InputFields, translateErrors } from '../../platform/errors/messages.ts';
import { validationOf } from '../../platform/sharedValidator.ts';
import { BOARD_SCHEMA, checkBoard, valueDanger } from './document.ts';

interface BoardProblem {
  pointer: string;
  msg: string;
  widgetId: string | null;
  fatal: boolean;
}

const UNKNOWN: Text = { zh: '未知的组件类型“{type}”', en: 'Unknown widget type “{type}”' };
const NEWER: Text = {
  zh: '组件“{type}”的版本 {version} 比本平台的新',
  en: 'Version {version} of the widget “{type}” is newer than this platform',
};
const NEWER_BOARD: Text = {
  zh: '看板的版本 {version} 比本平台的新，请先升级本平台',
  en: 'Version {version} of the board is newer than this platform. Update the platform first.',
};
/** Problems use the keys of a document's parts, without titles. */
const UNTITLED: InputFields = { find: () => undefined };
/** The configuration of each widget type, by name. */
const types: Readonly<Record<string, { version: number; config: Field }>> = widgets;
const forms: Readonly<Record<string, object>> = widgetForms;

/** Returns the problems of widgets. A wrong configuration can be saved, and its valid parts are displayed. */
function widgetProblems(document: DashboardDocument, lang: Lang): BoardProblem[] {
  return document.widgets.flatMap(({ id: widgetId, type, version, config }, index) => {
    const place = pathPointer(['widgets', index]);
    const problem = (name: string, text: Text) => [
      {
        pointer: `${place}/${name}`,
        msg: fillText(pickText(text, lang), { type, version }),
        widgetId,
        fatal: false,
      },
    ];
    const known = Object.hasOwn(types, type) ? types[type] : undefined;
    if (!known) return problem('type', UNKNOWN);
    if (version > known.version) return problem('version', NEWER);
    if (version < known.version) return [];
    const wrong = validationOf(forms[type] ?? {})(config);
    return translateErrors(wrong, lang, askedOf(known.config, `${place}/config`)).map(({ field, msg }) => ({
      pointer: field,
      msg,
      widgetId,
      fatal: false,
    }));
  });
}

export function boardProblems(value: unknown, lang: Lang): BoardProblem[] {
  const fatal = ({ field, msg }: FieldError) => ({ pointer: field, msg, widgetId: null, fatal: true });
  // A newer version is unknown here. It is neither checked against this schema nor accepted as this version.
  const version: unknown = Reflect.get(Object(value), 'version');
  if (Number.isInteger(version) && (version as number) > DOCUMENT_VERSION)
    return [
      fatal({
        field: '/version',
        msg: fillText(pickText(NEWER_BOARD, lang), { version: version as number }),
      }),
    ];
  try {
    if (valueDanger(value)) checkBoard(value);
    const wrong = validationOf(BOARD_SCHEMA)(value);
    if (wrong.length > 0) return translateErrors(wrong, lang, UNTITLED).map(fatal);
    return widgetProblems(checkBoard(value), lang);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const field = (error.extras.field ?? '').replace(/^\/document/, '');
    return [fatal({ field, msg: answerError(error, lang).body.msg })];
  }
}

/** Builds the schema of the document, with the schema of each widget type. */
function buildSchema(): object {
  const { widgets: placed } = BOARD_SCHEMA.properties;
  const rules = Object.keys(types).map((type) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { config: { $ref: `#/$defs/${type}` } } },
  }));
  return {
    ...BOARD_SCHEMA,
    properties: {
      ...BOARD_SCHEMA.properties,
      widgets: { ...placed, items: { ...placed.items, allOf: rules } },
    },
    $defs: Object.fromEntries(Object.entries(forms).map(([type, pure]) => [type, { title: type, ...pure }])),
  };
}

let schema: string | null = null;
export function readBoardSchema(): string {
  schema ??= JSON.stringify(buildSchema(), null, 1);
  return schema;
}
