// The login page: an API key opens a session.
import { useEffect, useRef, useState } from 'preact/hooks'
import { apiClient, callApi } from '../kit/api.js'
import { failureMessage } from '../kit/forms/schema-form.js'
import { Screen } from '../kit/page.js'
import { returnPath } from '../kit/return-path.js'

export function LoginPage() {
  const [isStranger, setIsStranger] = useState(false)
  useEffect(() => {
    // The SameSite cookie is not sent along a link from another site, so the reader may be logged in already.
    void callApi(apiClient.GET('/api/auth/check')).then(({ data }) =>
      data?.authenticated ? enter() : setIsStranger(true)
    )
  }, [])
  return (
    <Screen title="Log in">
      <p class="muted">
        Enter one of the keys of the setting <code>API_KEY</code> or <code>API_KEYS</code>. If neither is set,
        the key is <code>apiKey</code> in <code>secrets.json</code>, in the folder <code>DATA_DIR</code> (
        <code>./data</code>). The <a href="/docs/guide/settings">settings</a> say more.
      </p>
      {isStranger && <LoginForm />}
      <p>
        Programs need no login: see the <a href="/docs/guide/api">API</a>.
      </p>
    </Screen>
  )
}

/** The page is loaded anew, so that nothing of before the login remains. */
function enter(): void {
  location.replace(returnPath(new URLSearchParams(location.search).get('from')))
}

function LoginForm() {
  const key = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => key.current?.focus(), [])
  const submit = async (event: Event) => {
    event.preventDefault()
    setIsBusy(true)
    const body = { password: key.current?.value ?? '' }
    const { failure } = await callApi(apiClient.POST('/api/auth/login', { body }))
    if (!failure) return enter()
    setIsBusy(false)
    setFault(failureMessage(failure))
    key.current?.select()
  }
  return (
    // POST keeps the key out of the URL even if the listener is missing.
    <form method="post" class="form login" onSubmit={(event) => void submit(event)}>
      <label for="key">API key</label>
      <input
        ref={key}
        id="key"
        name="key"
        type="password"
        autocomplete="current-password"
        required
        maxLength={512}
        aria-describedby="fault"
        aria-invalid={fault !== '' || undefined}
      />
      <p id="fault" class="failure" role="alert">
        {fault}
      </p>
      <button type="submit" class="primary" disabled={isBusy}>
        Log in
      </button>
    </form>
  )
}
