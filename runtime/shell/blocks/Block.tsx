import type { ReactNode } from 'react';
import type { PageBlock } from '../../../generated/definition.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { entityName } from '../../form/values/entityName.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { BlockBoundary } from './BlockBoundary.tsx';
import { entityOfBlock, type Narrowing } from './narrow.ts';

const WAITING = <div className="wd-skeleton" />;
const ListBlock = later(() => import('./ListBlock.tsx'), WAITING);
const FormBlock = later(() => import('./FormBlock.tsx'), WAITING);
const FigureBlock = later(() => import('./FigureBlock.tsx'), WAITING);
const RichText = later(() => import('../../fieldTypes/html/RichText.tsx'), WAITING);

interface Props {
  block: PageBlock;
  narrowing: Narrowing;
}

/** Returns the heading of a block. A text block may have none. */
function useBlockTitle(block: PageBlock): string {
  const t = useT();
  const text = useText();
  const entity = entityOfBlock(block);
  const lang = useLang();
  if (block.title) return text(block.title);
  switch (block.as) {
    case 'text':
      return '';
    case 'form':
      return t('list.new', { title: entity ? entityName(entity, lang) : '' });
    case 'list':
      return entity ? text(entity.title) : '';
    default: {
      const statistic = statisticRegistry.get(block.statistic);
      return statistic ? text(statistic.title) : '';
    }
  }
}

function Content({ block, narrowing }: Props): ReactNode {
  const text = useText();
  switch (block.as) {
    case 'list':
      return <ListBlock {...{ block, narrowing }} />;
    case 'form':
      return <FormBlock {...{ block, narrowing }} />;
    case 'text':
      return <RichText html={text(block.text)} />;
    default:
      return <FigureBlock {...{ block, narrowing }} />;
  }
}

/** Shows a block of a page. Figures have their own frame and heading. */
export function Block({ block, narrowing }: Props) {
  const title = useBlockTitle(block);
  const content = (
    <BlockBoundary title={title}>
      <Content {...{ block, narrowing }} />
    </BlockBoundary>
  );
  if (block.as !== 'list' && block.as !== 'form' && block.as !== 'text')
    return <div className="wd-block-figures">{content}</div>;
  return (
    <section className="wd-card wd-block" aria-label={title || undefined} data-as={block.as}>
      {title && <h2>{title}</h2>}
      {content}
    </section>
  );
}
