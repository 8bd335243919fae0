import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import type { ApprovalStep, FlowNode, FlowPath, Text } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { isForked } from '../../../runtime/core/flow/walk.ts';
import { nearLang } from '../../../runtime/core/text/lang.ts';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { ConditionField } from '../../../runtime/record/filter/ConditionField.tsx';
import { addPath, movePathUp, removePath, setPath } from '../model/edit.ts';
import texts from '../texts.json';
import { AsksField } from './AsksField.tsx';
import { PeopleFields } from './PeopleFields.tsx';
import type { Problem } from './useFlows.ts';

interface Props {
  entity: Entity;
  node: FlowNode;
  problems: readonly Problem[];
  onChange(node: FlowNode): void;
  onRemove(): void;
  onClose(): void;
}

const LONGEST_TITLE = 60;
const MOST_PATHS = 8;
const FEWEST_PATHS = 2;
const MOST_HOURS = 2160;
const MODES = ['any', 'all', 'some', 'sequence'] as const;
const FEWEST_AGREE = 2;
const MOST_AGREE = 20;
const NO_APPROVER = ['refuse', 'skip', 'instead'] as const;
const LATE = ['remind', 'pass', 'agree', 'reject'] as const;
const MAY = ['delegate', 'add', 'return'] as const;

/** Shows the settings of a part beside the drawing. */
export function NodePanel({ entity, node, problems, onChange, onRemove, onClose }: Props) {
  const t = useT(texts);
  const text = useText();
  const own = problems.filter((problem) => problem.node === node.name);
  return (
    <aside className="wd-flow-panel wd-card" aria-label={t('flow.settingsOf', { title: text(node.title) })}>
      <header>
        <h3>{t(`flow.kind.${node.do}`)}</h3>
        <Button type="text" danger icon={<Icon name="delete" />} onClick={onRemove}>
          {t('flow.remove')}
        </Button>
        <Button type="text" icon={<Icon name="close" />} aria-label={t('common.close')} onClick={onClose} />
      </header>
      {own.map((problem) => (
        <p key={problem.pointer + problem.text.en} className="wd-flow-problem" data-level={problem.level}>
          <Icon name={problem.level === 'error' ? 'error' : 'warning'} /> {text(problem.text)}
        </p>
      ))}
      <TitleField title={node.title} onChange={(title) => onChange({ ...node, title })} />
      {node.do === 'approve' && <StepFields {...{ entity, node, onChange }} />}
      {node.do === 'copy' && (
        <Part label={t('flow.to')}>
          <PeopleFields entity={entity} people={node.to} onChange={(to) => onChange({ ...node, to })} />
        </Part>
      )}
      {node.do === 'parallel' && (
        <Part label={t('flow.join')}>
          <Select
            aria-label={t('flow.join')}
            value={node.join}
            options={(['all', 'first'] as const).map((value) => ({
              value,
              label: t(value === 'all' ? 'flow.joinAll' : 'flow.joinFirst'),
            }))}
            onChange={(join: 'all' | 'first') => onChange({ ...node, join })}
          />
        </Part>
      )}
      {isForked(node) && <PathFields {...{ entity, node, onChange }} />}
    </aside>
  );
}

/** Edits the title in the reader's language. The other language follows until the user edits it. */
function TitleField({ title, onChange }: { title: Text; onChange(title: Text): void }) {
  const t = useT(texts);
  const lang = nearLang(useLang());
  const id = useId();
  const other = lang === 'zh' ? 'en' : 'zh';
  const together = title.zh === title.en || title[other].trim() === '';
  return (
    <>
      <div className="wd-flow-field">
        <label htmlFor={id}>{t('flow.title')}</label>
        <Input
          id={id}
          maxLength={LONGEST_TITLE}
          value={title[lang]}
          onChange={({ target: { value } }) =>
            onChange(together ? { zh: value, en: value } : { ...title, [lang]: value })
          }
        />
      </div>
      <div className="wd-flow-field">
        <label htmlFor={`${id}-other`}>{t('flow.titleOther')}</label>
        <Input
          id={`${id}-other`}
          maxLength={LONGEST_TITLE}
          value={title[other]}
          onChange={({ target: { value } }) => onChange({ ...title, [other]: value })}
        />
      </div>
    </>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="wd-flow-part">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

interface StepProps {
  entity: Entity;
  node: ApprovalStep;
  onChange(node: ApprovalStep): void;
}

function StepFields({ entity, node, onChange }: StepProps) {
  const t = useT(texts);
  return (
    <>
      <Part label={t('flow.by')}>
        <PeopleFields entity={entity} people={node.by} onChange={(by) => onChange({ ...node, by })} />
        <Checkbox
          checked={node.chosen === true}
          onChange={({ target }) => {
            const { chosen: _, ...given } = node;
            onChange(target.checked ? { ...given, chosen: true } : given);
          }}
        >
          {t('flow.chosen')}
        </Checkbox>
      </Part>
      <ModeField {...{ entity, node, onChange }} />
      <NobodyField {...{ entity, node, onChange }} />
      <LimitFields {...{ entity, node, onChange }} />
      <AsksField {...{ entity, node, onChange }} />
      <Part label={t('flow.may')}>
        <Checkbox.Group
          value={[...(node.may ?? MAY)]}
          options={MAY.map((value) => ({ value, label: t(`flow.may.${value}`) }))}
          onChange={(may: (typeof MAY)[number][]) => onChange({ ...node, may })}
        />
      </Part>
      <Part label={t('flow.onlyIfTitle')}>
        <Checkbox
          checked={node.when !== undefined}
          onChange={({ target }) => {
            const { when: _, ...always } = node;
            onChange(target.checked ? { ...always, when: {} } : always);
          }}
        >
          {t('flow.onlyIfText')}
        </Checkbox>
        {node.when && (
          <ConditionField entity={entity} when={node.when} onChange={(when) => onChange({ ...node, when })} />
        )}
      </Part>
    </>
  );
}

/** Lets the user choose how many of several approvers must agree. */
function ModeField({ node, onChange }: StepProps) {
  const t = useT(texts);
  const id = useId();
  const { atLeast, once, ...rest } = node;
  const again = once ? { once } : {};
  return (
    <Part label={t('flow.modes')}>
      <Select
        aria-label={t('flow.modes')}
        value={node.mode}
        options={MODES.map((value) => ({
          value,
          label: t(value === 'some' ? 'flow.someOf' : `flow.mode.${value}`),
        }))}
        onChange={(mode: ApprovalStep['mode']) =>
          onChange({ ...rest, ...again, mode, ...(mode === 'some' ? { atLeast: FEWEST_AGREE } : {}) })
        }
      />
      {node.mode === 'some' && (
        <div className="wd-flow-level">
          <label htmlFor={id}>{t('flow.atLeast')}</label>
          <InputNumber
            id={id}
            min={FEWEST_AGREE}
            max={MOST_AGREE}
            precision={0}
            value={atLeast ?? FEWEST_AGREE}
            onChange={(next) => onChange({ ...node, atLeast: next ?? FEWEST_AGREE })}
          />
        </div>
      )}
      <Checkbox
        checked={once === true}
        onChange={({ target }) => {
          const { once: _, ...asked } = node;
          onChange(target.checked ? { ...asked, once: true } : asked);
        }}
      >
        {t('flow.once')}
      </Checkbox>
    </Part>
  );
}

function NobodyField({ entity, node, onChange }: StepProps) {
  const t = useT(texts);
  return (
    <Part label={t('flow.noApprover')}>
      <Select
        aria-label={t('flow.noApprover')}
        value={node.noApprover ?? 'refuse'}
        options={NO_APPROVER.map((value) => ({ value, label: t(`flow.noApprover.${value}`) }))}
        onChange={(chosen) => {
          const { noApprover: _, instead, ...rest } = node;
          onChange(
            chosen === 'instead'
              ? { ...rest, noApprover: 'instead', instead: instead ?? { roles: ['administrator'] } }
              : chosen === 'skip'
                ? { ...rest, noApprover: 'skip' }
                : rest,
          );
        }}
      />
      {node.noApprover === 'instead' && (
        <PeopleFields
          entity={entity}
          people={node.instead ?? {}}
          onChange={(instead) => onChange({ ...node, instead })}
        />
      )}
    </Part>
  );
}

function LimitFields({ node, onChange }: StepProps) {
  const t = useT(texts);
  const id = useId();
  const { hours, late, working, ...rest } = node;
  const { working: _, ...byClock } = node;
  return (
    <Part label={t('flow.limit')}>
      <div className="wd-flow-level">
        <label htmlFor={id}>{t('flow.hours')}</label>
        <InputNumber
          id={id}
          min={1}
          max={MOST_HOURS}
          value={hours ?? null}
          placeholder={t('flow.noLimit')}
          onChange={(next) =>
            onChange(next === null ? rest : { ...node, hours: next, late: late ?? 'remind' })
          }
        />
        {hours !== undefined && (
          <Select
            aria-label={t('flow.late')}
            value={late ?? 'remind'}
            options={LATE.map((value) => ({ value, label: t(`flow.late.${value}`) }))}
            onChange={(value) => onChange({ ...node, late: value })}
          />
        )}
      </div>
      {hours !== undefined && (
        <Checkbox
          checked={working === true}
          onChange={({ target }) => onChange(target.checked ? { ...node, working: true } : byClock)}
        >
          {t('flow.working')}
        </Checkbox>
      )}
    </Part>
  );
}

interface PathProps {
  entity: Entity;
  node: Extract<FlowNode, { paths: FlowPath[] }>;
  onChange(node: FlowNode): void;
}

function PathFields({ entity, node, onChange }: PathProps) {
  const t = useT(texts);
  const text = useText();
  const last = node.paths.length - 1;
  const isOtherwise = (index: number) => node.do === 'branch' && index === last;
  return (
    <>
      {node.paths.map((path, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a path has no other key than its index
          key={index}
          label={isOtherwise(index) ? t('flow.otherwise') : t('flow.pathNo', { no: index + 1 })}
        >
          <TitleField
            title={path.title}
            onChange={(title) => onChange(setPath(node, index, { ...path, title }))}
          />
          {node.do === 'branch' && !isOtherwise(index) && (
            <ConditionField
              entity={entity}
              when={path.when}
              onChange={(when) => onChange(setPath(node, index, { ...path, when }))}
            />
          )}
          {!isOtherwise(index) && (
            <span className="wd-flow-path-acts">
              {index > 0 && (
                <Button
                  size="small"
                  icon={<Icon name="up" />}
                  onClick={() => onChange(movePathUp(node, index))}
                >
                  {t('flow.pathUp')}
                </Button>
              )}
              {node.paths.length > FEWEST_PATHS && (
                <Button
                  size="small"
                  danger
                  icon={<Icon name="delete" />}
                  aria-label={t('flow.pathRemove', { title: text(path.title) })}
                  onClick={() => onChange(removePath(node, index))}
                />
              )}
            </span>
          )}
        </Part>
      ))}
      {node.paths.length < MOST_PATHS && (
        <Button icon={<Icon name="plus" />} onClick={() => onChange(addPath(node))}>
          {t('flow.pathAdd')}
        </Button>
      )}
    </>
  );
}
