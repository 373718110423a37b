// A document as a tree to fold open. It shows what was signed as it was signed: nothing is left out, nothing is explained.
import { memo } from 'react';

/** Deeper ones are folded at first. */
const OPEN_DEPTH = 2;

export const PayloadTree = memo(function PayloadTree(props: {
  readonly value: unknown;
  readonly isExpanded: boolean;
  readonly label: string;
}) {
  return (
    <div className="payload-tree mono" role="group" aria-label={props.label}>
      <Branch value={props.value} depth={0} isExpanded={props.isExpanded} />
    </div>
  );
});

function Branch(props: { readonly value: unknown; readonly depth: number; readonly isExpanded: boolean }) {
  const { value, depth, isExpanded } = props;
  if (typeof value !== 'object' || value === null) return <Leaf value={value} />;
  const entries = Object.entries(value);
  return (
    <ul className="plain-list">
      {entries.map(([name, each]) => (
        <li key={name}>
          {typeof each === 'object' && each !== null && Object.keys(each).length > 0 ? (
            <details open={isExpanded || depth < OPEN_DEPTH - 1}>
              <summary>
                <span className="payload-name">{name}</span>
                <span className="muted">{Array.isArray(each) ? ` [${each.length}]` : ' {…}'}</span>
              </summary>
              <Branch value={each} depth={depth + 1} isExpanded={isExpanded} />
            </details>
          ) : (
            <div className="payload-leaf">
              <span className="payload-name">{name}</span> <Leaf value={each} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Leaf(props: { readonly value: unknown }) {
  const { value } = props;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <span className="payload-value" data-type={typeof value}>
      {text}
    </span>
  );
}
