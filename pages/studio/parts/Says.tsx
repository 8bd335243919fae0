import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { isPicked } from './design/calls/callChanges.ts';
import designTexts from './design/texts.json';
import type { Document, Kind, Verdict } from './document.ts';
import { sayChange } from './says.ts';

interface Props {
  kind: Kind;
  before: Document | null;
  after: Document;
  plan: Verdict['plan'];
}

/** Says in words what a change will do. */
export function Says({ kind, before, after, plan }: Props) {
  const t = useT(texts);
  const design = useT(designTexts);
  const text = useText();
  const sayings = sayChange(kind, before, after, plan);
  if (sayings.length === 0) return null;
  return (
    <ul className="wd-studio-says">
      {sayings.map(({ key, params: { titles = [], does = '', ...params } }) => (
        <li key={key}>
          {t(`studio.says.${key}`, {
            ...params,
            titles: titles.map(text).join(t('studio.says.between')),
            does: isPicked(does) ? design(`design.does.${does}`) : does,
          })}
        </li>
      ))}
    </ul>
  );
}
