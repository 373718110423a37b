// Before an Agent is connected here: what that ends where it runs now (F13).
import { useTexts } from '../../i18n/i18n.ts';
import { hrefOf } from '../../app/route.ts';
import { useLive } from '../../transport/desk.tsx';
import './takeover.css';

export function SecondDeviceNote(props: { readonly connectionId: string }) {
  const { connectionId } = props;
  const { t } = useTexts();
  const { rows } = useLive('takeover.secondDevice', { connectionId });
  const live = rows.filter(({ isLive }) => isLive);
  if (live.length === 0) return null;
  return (
    <section className="stale-note" aria-label={t('terms.secondDevice.title')}>
      {live.map(({ id, words, items }) => (
        <div key={id}>
          <p>{words.text}</p>
          {items.length > 0 && (
            <ul className="reassign-lines">
              {items.map(({ groupId, workItemId, title }) => (
                <li key={workItemId}>
                  <a href={hrefOf('work', { connectionId, groupId, workItemId })}>{title}</a>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
