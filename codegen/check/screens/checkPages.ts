/** Checks the names in a page: records, fields and other pages must exist, and its kind must read its keywords. */
import { siteOf } from '../../../runtime/core/definitions/site.ts';
import type { Definitions, Entity, Page, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import { type Add, checkValues } from './checkStatistics.ts';

/** The keywords that only some kinds of pages read. */
const READ_BY = {
  entity: ['list', 'detail', 'record', 'link'],
  where: ['list', 'record'],
  by: ['detail'],
  preset: ['board'],
  tabs: ['tabs'],
  display: ['list'],
  to: ['redirect'],
  layout: ['blocks'],
} satisfies Partial<Record<keyof Page, string[]>>;

/** Pages of these kinds have no content of their own. They only lead to other pages. */
const LEADING = ['tabs', 'redirect'];

function kindProblems(page: Page, add: Add): void {
  const { kind, entity, to, tabs } = page;
  for (const [keyword, kinds] of Object.entries(READ_BY))
    if (page[keyword as keyof typeof READ_BY] !== undefined && !kinds.includes(kind))
      add(`/${keyword}`, 'keywordOfKind', { kinds: choice(undefined, kinds) });
  if (kind === 'list' && !entity) add('', 'listNoEntity');
  if (kind === 'record' && !entity) add('', 'recordNoEntity');
  if (kind === 'redirect' && !to) add('', 'redirectNoTo');
  if (kind === 'blocks' && !page.layout) add('', 'lacks', { name: 'layout' });
  if (kind === 'tabs' && !tabs) add('', 'lacks', { name: 'tabs' });
}

function entityProblems(page: Page, entity: Entity, known: Known, add: Add): void {
  const { kind, where, flags, display, by } = page;
  const keys = ['id', ...(entity.unique ?? []).flatMap((names) => (names.length === 1 ? names : []))];
  if (by !== undefined && !keys.includes(by))
    add('/by', 'notUniqueAlone', { entity: entity.name, known: choice(by, keys) });
  if (where) checkValues(entity, where, '/where', known, add);
  const displays = ['table', ...(entity.list.displays ?? []).map(({ as }) => as)];
  if (display !== undefined && !displays.includes(display))
    add('/display', 'noDisplay', { entity: entity.name, known: choice(display, displays) });
  const isAboutSite = kind === 'record' && flags?.site === true;
  if (isAboutSite && siteOf(entity as Parameters<typeof siteOf>[0]) === null)
    add('/flags/site', 'siteless', { entity: entity.name });
}

/** Checks tabs. A page belongs to one row of tabs, and its address is below that page's address. */
function tabProblems({ name, route, tabs = [] }: Page, pages: readonly Page[], add: Add): void {
  const fitting = pages.filter((one) => one.name !== name && !LEADING.includes(one.kind));
  const others = pages.filter((one) => one.name !== name).flatMap((one) => one.tabs ?? []);
  for (const [at, tab] of tabs.entries()) {
    const page = fitting.find((one) => one.name === tab);
    if (!page)
      add(`/tabs/${at}`, 'noPage', {
        known: choice(
          tab,
          fitting.map((one) => one.name),
        ),
      });
    else if (!page.route.startsWith(`${route}/`)) add(`/tabs/${at}`, 'tabRoute', { name: tab, route });
    else if (others.includes(tab)) add(`/tabs/${at}`, 'tabTaken', { name: tab });
  }
}

function onePageProblems(
  { file, value: page }: Source<Page>,
  { pages, entities, dashboards }: Definitions,
  known: Known,
): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  kindProblems(page, add);
  const entity = known.entities.get(page.entity ?? '');
  const names = entities.map(({ value }) => value.name);
  if (page.entity && !entity) add('/entity', 'noEntity', { known: choice(page.entity, names) });
  if (entity) entityProblems(page, entity, known, add);
  const presetNames = dashboards.map(({ value }) => value.name);
  if (page.preset && !presetNames.includes(page.preset))
    add('/preset', 'noPreset', { known: choice(page.preset, presetNames) });
  const all = pages.map(({ value }) => value);
  tabProblems(page, all, add);
  if (page.to === 'first' && !all.some(({ route }) => route.startsWith(`${page.route}/`)))
    add('/to', 'nothingBelow', { route: page.route });
  return problems;
}

export const pageProblems = (definitions: Definitions, known: Known): Problem[] =>
  definitions.pages.flatMap((source) => onePageProblems(source, definitions, known));
