export { view } from '../image/view.tsx';
