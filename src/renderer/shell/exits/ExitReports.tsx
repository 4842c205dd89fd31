/**
 * Reports of exits in the status line: cancels of all orders that run, flattens that run or have just ended, moves that a restart
 * interrupted, the latest panic.
 *
 * Invariants  Moves no pane: the most urgent report has a place in the line, all of them are in a list above it, which opens by
 *             itself when one is about trouble.
 */

import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ExitView, FlattenView, LegView, MoveView } from '#shared/order/exits/progress.ts';
import type { CancelProgress } from '#shared/order/receipts.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { EXIT_DIALOG_LABELS } from '#shared/text/exits/exitDialogLabels.ts';
import { formatLeg, MOVE_OUTCOMES } from '#shared/text/exits/exits.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { describePanic, type PanicState, useExits } from '../../domain/exits/exits.ts';
import { marketName, NO_MARKETS } from '../../domain/markets/markets.ts';
import { formatCancelProgress } from '../../domain/orders/cancelAll.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';
import './exits.css';

const STEPS: { readonly [A in Exclude<LegView['at'], 'ended'>]: string } = {
  checking: 'checking',
  cancelling: 'waiting for the cancels',
  placing: 'placing',
  working: 'order is on the book',
  waiting: 'waiting for the book or the account',
};

const NO_EXITS: readonly ExitView[] = [];

interface Report {
  readonly key: string;
  /** Name of the region and of its test id. */
  readonly kind: 'panic' | 'cancel' | 'flatten' | 'move';
  readonly label: string;
  readonly title: string;
  readonly tone: 'good' | 'warn' | 'bad';
  readonly lines: readonly ReactNode[];
  readonly isTrouble: boolean;
  /** Changes many times a second: a screen reader is silent about it until it ends. */
  readonly isBusy?: true;
  readonly button: { readonly label: 'Stop' | 'Dismiss'; readonly press: () => void } | null;
}

export function ExitReports() {
  const exits = useFeed([feedKey.account], (mirror) => mirror.account()?.exits ?? NO_EXITS);
  const panic = useExits((state) => state.panic);
  const panicReport = useFeed([feedKey.account, feedKey.conditionals, feedKey.listing], (mirror) =>
    panic === null ? null : reportPanic(panic, mirror),
  );
  const cancelling = useFeed([feedKey.account], (mirror) => mirror.account()?.cancelling);
  const nameOf = useMarketName();
  const reports = [
    ...(panicReport === null ? [] : [panicReport]),
    // A panic says how far its own cancels are.
    ...(cancelling === undefined || panic?.at === 'running' ? [] : [reportCancel(cancelling)]),
    ...exits.flatMap((one) => (one.kind === 'flatten' ? reportFlatten(one, nameOf) : (reportMove(one, nameOf) ?? []))),
  ];
  const troubles = reports.filter(({ isTrouble }) => isTrouble).map(({ key }) => key);
  const [isOpen, setOpen] = useState(false);
  const newest = troubles.join(' ');
  useEffect(() => setOpen(newest !== ''), [newest]);
  const [first] = reports;
  if (first === undefined) return null;
  const hasMore = reports.length > 1 || first.lines.length > 1 || first.isTrouble;
  return (
    <div className="exits-place">
      <ReportLine report={first} />
      {hasMore ? (
        <button
          type="button"
          className="button quiet small exits-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {reports.length > 1 ? EXIT_DIALOG_LABELS.reportCount(reports.length) : 'Details'}
          {isOpen ? <ChevronDown size={11} aria-hidden="true" /> : <ChevronUp size={11} aria-hidden="true" />}
        </button>
      ) : null}
      {isOpen && hasMore ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also from the keyboard
        <ul className="exits-reports scroll" aria-label={EXIT_DIALOG_LABELS.reportsOfExits} tabIndex={0}>
          {reports.map((report) => (
            <li key={report.key} className={report.tone}>
              <strong>{report.title}</strong>
              {report.button && report !== first ? <ReportButton button={report.button} /> : null}
              {report.lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and hold no state
                <p key={at}>{line}</p>
              ))}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function ReportLine({ report }: { readonly report: Report }) {
  const { kind, label, title, tone, lines, button, isBusy } = report;
  const [line] = lines;
  return (
    <section
      className={`exits-line ${tone}`}
      aria-label={label}
      role={report.isTrouble ? 'alert' : 'status'}
      aria-busy={isBusy}
      data-testid={`${kind}-report`}
    >
      <strong>{title}</strong>
      <span className="exits-said">{line}</span>
      {button ? <ReportButton button={button} /> : null}
    </section>
  );
}

function ReportButton({ button }: { readonly button: NonNullable<Report['button']> }) {
  return (
    <button type="button" className={`button small ${button.label === 'Stop' ? '' : 'quiet'}`} onClick={button.press}>
      {button.label}
    </button>
  );
}

function useMarketName(): (market: MarketId) => string {
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  return (market) => {
    const listed = markets.find((one) => one.id === market);
    return listed ? marketName(listed) : market;
  };
}

/** Only a move that a restart interrupted: others report to where they were asked for. */
function reportMove(move: MoveView, nameOf: (market: MarketId) => string): Report | null {
  if (move.state.at !== 'ended' || move.state.outcome.code !== 'programStopped') return null;
  const { moveId, market, side, direction, from, to, shares } = move;
  return {
    key: moveId,
    kind: 'move',
    label: 'Move interrupted',
    title: 'Move interrupted',
    tone: 'warn',
    isTrouble: true,
    lines: [
      <>
        {nameOf(market)}: {direction} {formatContracts(shares)} <span className={side}>{side}</span> from{' '}
        {formatTickPrice(from)} to {formatTickPrice(to)}
      </>,
      formatCoded(MOVE_OUTCOMES, move.state.outcome),
    ],
    button: { label: 'Dismiss', press: () => void act('exit.dismiss', { exitId: moveId }) },
  };
}

function reportFlatten({ flattenId, legs, endedAtMs }: FlattenView, nameOf: (market: MarketId) => string): Report {
  const hasLeft = legs.some(({ left }) => left !== null);
  const isRunning = endedAtMs === null;
  return {
    key: flattenId,
    kind: 'flatten',
    label: 'Flatten',
    title: isRunning ? 'Flattening' : 'Flatten ended',
    tone: hasLeft ? 'warn' : 'good',
    isTrouble: hasLeft,
    lines: legs.map((leg) => (
      <>
        {nameOf(leg.market)} <span className={leg.side}>{leg.side}</span>:{' '}
        {leg.at === 'ended'
          ? formatLeg(leg)
          : EXIT_DIALOG_LABELS.doneOf(formatContracts(leg.exited), formatContracts(leg.toExit), STEPS[leg.at])}
      </>
    )),
    button: isRunning
      ? { label: 'Stop', press: () => void act('exit.stopFlatten', { flattenId }) }
      : { label: 'Dismiss', press: () => void act('exit.dismiss', { exitId: flattenId }) },
  };
}

function reportCancel(cancelling: CancelProgress): Report {
  return {
    key: 'cancel',
    kind: 'cancel',
    label: 'Cancelling',
    title: 'Cancelling',
    tone: 'warn',
    isTrouble: false,
    isBusy: true,
    lines: [formatCancelProgress(cancelling)],
    button: null,
  };
}

function reportPanic(panic: PanicState, mirror: Mirror): Report {
  const shared = { key: 'panic', kind: 'panic', label: 'Panic' } as const;
  if (panic.at === 'running') {
    const cancelling = mirror.account()?.cancelling;
    const lines = [
      `Disarmed. ${cancelling === undefined ? 'Cancelling every order…' : formatCancelProgress(cancelling)}`,
    ];
    return { ...shared, title: 'Panic', tone: 'warn', isTrouble: false, isBusy: true, lines, button: null };
  }
  const { tone, title, detail, unproved } = describePanic(panic.result, mirror);
  return {
    ...shared,
    title,
    tone,
    isTrouble: tone !== 'good',
    lines: [...(detail === null ? [] : [detail]), ...unproved.map((line) => `Not proved: ${line}`)],
    button: { label: 'Dismiss', press: () => useExits.setState({ panic: null }) },
  };
}
