/** Short notices over the chart; errors stay longer and are announced. */
import { useOverlay } from '../ui/overlay.ts';

export function Notices() {
  const notices = useOverlay((state) => state.notices);
  const dismiss = useOverlay((state) => state.dismiss);
  return (
    <div className="notices" aria-live="polite">
      {notices.map((notice) => (
        <button
          key={notice.id}
          type="button"
          className={`notice ${notice.tone}`}
          title="Dismiss"
          onClick={() => dismiss(notice.id)}
        >
          <strong>{notice.title}</strong>
          {notice.detail ? <span className="secondary">{notice.detail}</span> : null}
        </button>
      ))}
    </div>
  );
}
