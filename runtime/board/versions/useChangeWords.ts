/** Describes a change: the widget's name, the field's title and the field's definition. */
import type { BoardWidget, Field, WidgetDefinition } from '../../../generated/definition.ts';
import { widgets } from '../../../generated/widgets.ts';
import { readStandIns, standInsText } from '../../core/document/standIns.ts';
import { type TextKey, useT, useText } from '../../kit/i18n/index.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardWords } from '../live/useShownWidgets.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { widgetTitle } from '../widget/resolve.ts';
import type { FieldChange } from './difference.ts';

const definitions: Readonly<Record<string, WidgetDefinition | undefined>> = widgets;

/** Titles of fields outside the configuration. Other fields are shown by their key. */
const OWN_FIELDS: Readonly<Record<string, TextKey>> = {
  type: 'versions.field.type',
  version: 'versions.field.version',
  tab: 'versions.field.tab',
  locked: 'versions.field.locked',
  tabs: 'versions.field.tabs',
  texts: 'versions.field.texts',
  standIns: 'versions.field.standIns',
};

export function useChangeWords() {
  const t = useT();
  const text = useText();
  const { store } = useBoardSession();
  const words = useBoardWords(useBoard(store, ({ history }) => history.document));
  return {
    name: (widget: BoardWidget): string => widgetTitle(widget, words),
    field({ name, inConfig }: Pick<FieldChange, 'name' | 'inConfig'>, widget?: BoardWidget): Field {
      const field = inConfig && widget ? definitions[widget.type]?.config.properties?.[name] : undefined;
      if (!inConfig && name === 'standIns') return { type: 'string' };
      return field ?? { 'x-control': 'json' };
    },
    value: ({ name, inConfig }: Pick<FieldChange, 'name' | 'inConfig'>, value: unknown): unknown =>
      !inConfig && name === 'standIns' ? standInsText(readStandIns(value)) || null : value,
    title(change: Pick<FieldChange, 'name' | 'inConfig'>, widget?: BoardWidget): string {
      const { title } = this.field(change, widget);
      if (title) return text(title);
      const textKey = change.inConfig ? undefined : OWN_FIELDS[change.name];
      return textKey ? t(textKey) : change.name;
    },
  };
}
