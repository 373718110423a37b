// What is known of a content and of the signature of its manifest: by sign, word and colour.
import {
  IconAlertTriangle,
  IconCheck,
  IconLoader,
  IconQuestionMark,
  IconSignature,
  IconX,
} from '@tabler/icons-react';
import type { ArtifactRow } from '../../../core/contract/artifacts.ts';
import { useTexts } from '../../i18n/i18n.ts';
import '../review/review.css';
import './artifacts.css';

const SIGNS = {
  intact: IconCheck,
  differs: IconX,
  unavailable: IconAlertTriangle,
  unchecked: IconQuestionMark,
  fetching: IconLoader,
} as const;

/** The hash verdict by sign, word and colour; what is under way comes first. */
export function HashVerdict(props: { readonly row: ArtifactRow }) {
  const { content, isFetching } = props.row;
  const { t } = useTexts();
  const state = isFetching ? 'fetching' : content;
  const Sign = SIGNS[state];
  return (
    <span className="verdict" data-content={state}>
      <Sign size={14} aria-hidden />
      {t(`artifacts.content.${state}`)}
    </span>
  );
}

export function SignatureVerdict(props: { readonly row: ArtifactRow }) {
  const { signature } = props.row;
  const { t } = useTexts();
  return (
    <span className="signature-verdict" data-signature={signature}>
      <IconSignature size={14} aria-hidden />
      {t(`artifacts.signature.${signature}`)}
    </span>
  );
}
