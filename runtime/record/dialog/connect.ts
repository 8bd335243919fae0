/** Tells forms how a record is made; imported for its effect by what puts screens together. */
import { setNewRecordDialog } from '../../form/controls/choice/newRecord.ts';

setNewRecordDialog(async () => (await import('./RecordDialog.tsx')).RecordDialog);
