import type { FieldView, ShownProps } from '../views.ts';
import { FileLink } from './FileLink.tsx';

const FileShown = ({ value }: ShownProps) => <FileLink value={String(value)} />;

export const view: FieldView = { Shown: FileShown };
