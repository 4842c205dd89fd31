/** One process of a run: measures a group of rows once, and tells its parent. Arguments: the group, its turn, `whole` or `quick`. */
import { GROUPS } from './groups.ts';
import { QUICK, WHOLE } from './rows/size.ts';

const [, , group = '', turn = '0', size = 'whole'] = process.argv;
process.on('disconnect', () => process.exit(1));
const measured = await GROUPS[group]!.measure(size === 'quick' ? QUICK : WHOLE, Number.parseInt(turn, 10));
process.send!(measured, () => process.exit(0));
