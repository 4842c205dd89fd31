/** Notices below rows of the account: it is stale or read-only, or rows of it could not be read. */
import { formatUnreadableRows } from '#shared/text/account/unreadableRows.ts';
import { describeAccount, useReadOnlyText } from '../domain/account/accountStatus.ts';
import { useFeed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { Banner, NoticeBanner, WarningBanner } from '../ui/marks/Banner.tsx';

/** @param part of the account whose unreadable rows are stated; `effect` says what stale data means: 'Fills may be missing.' */
export function AccountNotices(props: {
  readonly effect: string;
  readonly part?: Parameters<typeof formatUnreadableRows>[1];
}) {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  return (
    <>
      <NoticeBanner notice={describeAccount(account, props.effect)} />
      {props.part === undefined ? null : (
        <WarningBanner text={formatUnreadableRows(account?.unreadableRows, props.part)} />
      )}
    </>
  );
}

/** That no key here signs orders. */
export function ReadOnlyNotice() {
  const text = useReadOnlyText();
  return text === null ? null : <Banner tone="note" text={text} />;
}
