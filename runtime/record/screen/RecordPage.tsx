import { useLocation } from 'react-router';
import type { PageDefinition } from '../../../generated/definition.ts';
import { entityOf } from '../../core/definitions/entities.ts';
import { listRecordPage, readRecordId } from '../../kit/session/recordPages.ts';
import { RecordScreen } from './RecordScreen.tsx';

/** Shows a record on a page of its own, below its list. */
export default function RecordPage({ page }: { page: PageDefinition }) {
  const { pathname } = useLocation();
  const entity = entityOf(page.entity ?? '');
  return <RecordScreen list={listRecordPage(page)} entity={entity} id={readRecordId(pathname)} />;
}
