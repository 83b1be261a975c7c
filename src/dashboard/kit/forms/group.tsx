// Fields that belong together.
import { groupIn } from './drafts.js'
import { fieldLabel } from './fields.js'
import { type HoldingProps, Label, Note, noteId } from './parts.js'

export function FieldGroup(props: HoldingProps) {
  const { id, path, field, draft, faults, isTerse = false, onEnter, Inner } = props
  const drafts = groupIn(draft)
  return (
    <fieldset class="group" aria-describedby={noteId(props)}>
      <legend>
        <Label of={props} />
      </legend>
      <Note of={props} />
      <div class="members">
        {Object.entries(field.properties ?? {}).map(([name, inner]) => (
          <Inner
            key={name}
            id={`${id}-${name}`}
            name={name}
            path={`${path}/${name}`}
            label={fieldLabel(name)}
            field={inner}
            draft={drafts[name]}
            faults={faults}
            isTerse={isTerse}
            onEnter={(entered) => onEnter(Object.assign({}, drafts, { [name]: entered }))}
          />
        ))}
      </div>
    </fieldset>
  )
}
