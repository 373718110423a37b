// The two live regions of the window.
import { useAnnouncements } from './announce.ts';

export function Announcer() {
  const { polite, assertive } = useAnnouncements();
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {polite}
      </div>
      <div className="visually-hidden" role="alert" aria-live="assertive">
        {assertive}
      </div>
    </>
  );
}
