/** A list of actions with their keys, by group. */
import './keyList.css';

export interface KeyListGroup {
  readonly group: string;
  readonly rows: readonly { readonly id: string; readonly title: string; readonly keys: readonly string[] }[];
}

export function KeyList(props: { readonly groups: readonly KeyListGroup[]; readonly empty: string }) {
  if (props.groups.length === 0) return <p className="secondary">{props.empty}</p>;
  return (
    <div className="key-list">
      {props.groups.map(({ group, rows }) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          {rows.map(({ id, title, keys }) => (
            <div key={id} className="key-list-row">
              <span>{title}</span>
              <span>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
