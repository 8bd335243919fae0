/** Gives forms the dialog that makes a record; the modules that compose screens import it for its effect. */
import { setNewRecordDialog } from '../../form/controls/choice/newRecord.ts';

setNewRecordDialog(async () => (await import('./RecordDialog.tsx')).RecordDialog);
