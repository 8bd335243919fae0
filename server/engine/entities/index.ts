export { entityAction } from './actions.ts';
