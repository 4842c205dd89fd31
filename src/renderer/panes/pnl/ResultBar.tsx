/** Bar of one result beside its row: gains to the right, losses to the left, as long as its share of the largest one. */
import type { Usd } from '#shared/units/usd.ts';
import { shareOfLargest } from './model.ts';
import './resultBar.css';

export function ResultBar(props: { readonly amount: Usd | null; readonly largest: Usd }) {
  const { amount, largest } = props;
  if (amount === null || amount === 0n) return null;
  const isGain = amount > 0n;
  const width = `${shareOfLargest(amount, largest) / 2}%`;
  return (
    <span className="pnl-bar" aria-hidden="true">
      <span className={isGain ? 'gain' : 'loss'} style={isGain ? { left: '50%', width } : { right: '50%', width }} />
    </span>
  );
}
