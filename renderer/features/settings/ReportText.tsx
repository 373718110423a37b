// The exact text of a report, to be read before it is saved.
import { useTexts } from '../../i18n/i18n.ts';
import './data-settings.css';

export function ReportText(props: { readonly text: string }) {
  const { t } = useTexts();
  return (
    // Scrolls, so it has to be reached by keys.
    <pre className="report-text" tabIndex={0} role="region" aria-label={t('data.reportText')}>
      {props.text}
    </pre>
  );
}
