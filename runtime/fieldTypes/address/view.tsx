import { makePartsControl } from '../../kit/parts/partsControl.tsx';
import type { FieldView } from '../views.ts';
import { PARTS } from './address.ts';
import './address.css';

export const view: FieldView = { Control: makePartsControl('address', PARTS) };
