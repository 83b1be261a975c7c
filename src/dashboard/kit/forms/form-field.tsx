// A field of a form with its label, in the shape that its schema asks for.
import { Choices } from './choices.js'
import { Control } from './control.js'
import { draftText, shapeOf } from './drafts.js'
import { FieldGroup } from './group.js'
import { type FieldProps, Label, Note, noteId } from './parts.js'
import { Rows } from './rows.js'

export function FormField(props: FieldProps) {
  switch (shapeOf(props.field)) {
    case 'choices':
      return <Choices {...props} />
    case 'group':
      return <FieldGroup {...props} Inner={FormField} />
    case 'single':
      return <Single {...props} />
    default:
      return <Rows {...props} Inner={FormField} />
  }
}

function Single(props: FieldProps) {
  const { id, name, path, field, draft, faults, onEnter } = props
  return (
    <div class="field">
      <label for={id}>
        <Label of={props} />
      </label>
      <Control
        id={id}
        name={name}
        path={path}
        field={field}
        value={draftText(draft)}
        none={field.required ? 'Choose…' : '–'}
        describedBy={noteId(props)}
        isInvalid={faults[path] !== undefined}
        onEnter={onEnter}
      />
      <Note of={props} />
    </div>
  )
}
