import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { type Flow, isForked, walkFlow } from '../../../runtime/core/flow/walk.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import type { Place } from '../model/edit.ts';
import texts from '../texts.json';
import { AddButton } from './AddButton.tsx';
import { type FlowActs, FlowCard } from './FlowCard.tsx';
import { ConditionWords } from './FlowWords.tsx';
import type { Problem } from './useFlows.ts';

interface Props {
  entity: Entity;
  flow: Flow;
  problems: readonly Problem[];
  open: string | null;
  acts?: FlowActs | undefined;
}

/**
 * Shows the flow as a list from top to bottom, with the same content as the drawing. It is used on phones, or
 * on request.
 */
export function FlowOutline(props: Props) {
  const order = walkFlow(props.flow).map(({ node }) => node.name);
  return <Steps {...props} place={[]} steps={props.flow} order={order} />;
}

interface StepsProps extends Props {
  steps: Flow;
  place: Place;
  order: readonly string[];
}

function Steps({ steps, place, order, ...all }: StepsProps) {
  const t = useT(texts);
  const text = useText();
  const { acts } = all;
  const add = (index: number, label: string) =>
    acts && (
      <li className="wd-flow-outline-add">
        <AddButton label={label} onAdd={(kind) => acts.onInsert([...place, index], kind)} />
      </li>
    );
  return (
    <ol className="wd-flow-outline">
      {add(0, t('flow.addFirst'))}
      {steps.map((node, index) => {
        const own = [...place, index];
        return [
          <li key={node.name}>
            <FlowCard
              {...{ entity: all.entity, node, problems: all.problems, acts, place: own }}
              no={order.indexOf(node.name) + 1}
              count={order.length}
              open={all.open === node.name}
            />
            {isForked(node) && (
              <ul className="wd-flow-paths">
                {node.paths.map((path, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a path has no other key than its index
                  <li key={at}>
                    <h4>{text(path.title)}</h4>
                    {node.do === 'branch' && (
                      <p>
                        {at < node.paths.length - 1 ? (
                          <ConditionWords entity={all.entity.name} when={path.when} />
                        ) : (
                          t('flow.otherwise')
                        )}
                      </p>
                    )}
                    <Steps {...all} steps={path.steps} place={[...own, at]} order={order} />
                  </li>
                ))}
              </ul>
            )}
          </li>,
          add(index + 1, t('flow.addAfter', { title: text(node.title) })),
        ];
      })}
    </ol>
  );
}
