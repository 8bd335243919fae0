import type { Flow } from '../../../runtime/core/flow/walk.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { type FlowChange, flowDifference, type Setting } from '../model/difference.ts';
import texts from '../texts.json';

const ICONS = { added: 'plus', removed: 'delete', moved: 'drag', changed: 'edit' } as const;
const SIGN = 14;

/** Titles of the settings, as in the panel of a node. */
const TITLES = {
  title: 'flow.title',
  people: 'flow.by',
  modes: 'flow.modes',
  onlyIf: 'flow.onlyIf',
  noApprover: 'flow.noApprover',
  limit: 'flow.limit',
  asks: 'flow.asks',
  may: 'flow.may',
  join: 'flow.join',
  paths: 'flow.paths',
} as const satisfies Record<Setting, string>;

/** Shows the differences between two versions of a flow. */
export function Difference({ title, before, after }: { title: string; before: Flow; after: Flow }) {
  const t = useT(texts);
  const changes = flowDifference(before, after);
  return (
    <section className="wd-flow-difference" aria-label={title}>
      <h4>{title}</h4>
      {changes.length === 0 && <p>{t('flow.noDifference')}</p>}
      <ul>
        {changes.map((change) => (
          <Change key={`${change.kind} ${change.node.name}`} change={change} />
        ))}
      </ul>
    </section>
  );
}

function Change({ change: { kind, node, settings } }: { change: FlowChange }) {
  const t = useT(texts);
  const text = useText();
  const what = settings.map((name) => t(name === 'people' && node.do === 'copy' ? 'flow.to' : TITLES[name]));
  return (
    <li data-kind={kind}>
      <Icon name={ICONS[kind]} size={SIGN} />
      <span>
        {t(`flow.difference.${kind}`)} <strong>{text(node.title)}</strong>
        {what.length > 0 && `${t('flow.difference.colon')}${what.join(t('flow.difference.and'))}`}
      </span>
    </li>
  );
}
