// Makes an App: what it is wanted for, and then the form that leads to the host.
import { useState } from 'preact/hooks'
import { createRegistration } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { SchemaForm } from '../../kit/forms/schema-form.js'

type Begun = Schemas['AppRegistration']

export function Registration() {
  const [begun, setBegun] = useState<Begun>()
  return (
    <section>
      <h2>Make a GitHub App</h2>
      {begun === undefined ? <Wish onBegin={setBegun} /> : <Confirmation begun={begun} />}
    </section>
  )
}

function Wish({ onBegin }: { onBegin: (begun: Begun) => void }) {
  return (
    <>
      <p>
        The App gets exactly the permissions that these pillars need. Its secrets are stored in the data
        directory of the service, and shown nowhere.
      </p>
      <SchemaForm
        fields={createRegistration}
        initial={{
          pillars: createRegistration.pillars.default,
          ...(location.protocol === 'https:' ? { address: location.origin } : {})
        }}
        submitLabel="Prepare the App"
        send={(values) =>
          // Cast: the form is made of the fields of this body.
          callApi(
            apiClient.POST('/api/system/connection/registration', {
              body: values as Schemas['RegistrationBody']
            })
          )
        }
        // Cast: this is the reply of the operation that was sent.
        onDone={(reply) => onBegin(reply as Begun)}
      />
    </>
  )
}

function Confirmation({ begun: { action, manifest } }: { begun: Begun }) {
  return (
    <form method="post" action={action} class="form">
      <p>GitHub shows the App before it is created, and leads back here. This must happen within an hour.</p>
      <Permissions manifest={manifest} />
      <input type="hidden" name="manifest" value={manifest} />
      <button type="submit" class="primary">
        Go on to GitHub
      </button>
    </form>
  )
}

function Permissions({ manifest }: { manifest: string }) {
  // Cast: the service has made this manifest, with these parts.
  const { default_permissions } = JSON.parse(manifest) as { default_permissions: Record<string, string> }
  return (
    <ul>
      {Object.entries(default_permissions).map(([name, level]) => (
        <li key={name}>
          {name.replaceAll('_', ' ')}: {level}
        </li>
      ))}
    </ul>
  )
}
