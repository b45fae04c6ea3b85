import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { REGIONS, type Region } from '../../shared/i18n/regions.ts'
import type { Scope } from '../../../src/game/scope.ts'
import { SCOPES } from '../../../src/game/scope.ts'
import { callApi, type ApiReply } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { useQuery } from '../api/use-query.ts'
import { useDeveloper, useMessages, usePortal } from '../layout/portal-context.ts'
import { CheckGroup } from '../components/check-group.tsx'
import { focusInvalid } from '../components/focus-invalid.ts'
import { FormEnd } from '../components/form-end.tsx'
import { NameField } from '../components/name-field.tsx'
import { parseName } from '../components/parse-name.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { LIFETIME_DEFAULT, LifetimeField, type Lifetime } from './lifetime-field.tsx'

/** Renders the form that creates a key. Nothing is preselected. */
export function KeyForm({
  applicationId,
  suggestion,
  onIssued,
}: {
  readonly applicationId: string
  /** Initial name. */
  readonly suggestion: string
  readonly onIssued: (issued: ApiReply<'keys.create'>) => void
}): JSX.Element {
  const { common } = usePortal()
  const messages = useMessages().keys
  const [name, setName] = useState(suggestion)
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [regions, setRegions] = useState<readonly Region[]>([])
  const [lifetime, setLifetime] = useState<Lifetime>(LIFETIME_DEFAULT)
  const [isChecked, setChecked] = useState(false)
  const { isBusy, problem, run } = useAction()
  const named = parseName(name)
  const granted = useGrants()
  if (granted === undefined) return <Skeleton />
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (named === undefined || scopes.length === 0 || regions.length === 0) {
          focusInvalid(event.currentTarget)
          return
        }
        void run(async () => {
          const body = {
            name: named,
            scopes: [...scopes],
            regions: [...regions],
            lifetimeDays: lifetime ?? null,
          }
          onIssued(await callApi('keys.create', { path: { applicationId }, body }))
        })
      }}
    >
      <CheckGroup
        legend={messages.scopesLegend}
        hint={messages.scopesHint}
        error={isChecked && scopes.length === 0 ? messages.scopesWrong : undefined}
        options={granted.scopes.map((value) => ({ value, ...common.scopes[value] }))}
        chosen={scopes}
        onChosen={setScopes}
      />
      <CheckGroup
        legend={messages.regionsLegend}
        error={isChecked && regions.length === 0 ? messages.regionsWrong : undefined}
        options={granted.regions.map((value) => ({ value, name: common.regions[value] }))}
        chosen={regions}
        onChosen={setRegions}
      />
      <div class="columns">
        <NameField
          label={messages.keyName}
          hint={messages.keyNameHint}
          value={name}
          onValue={setName}
          error={isChecked && named === undefined ? messages.nameWrong : undefined}
        />
        <LifetimeField label={messages.lifetime} value={lifetime} onValue={setLifetime} />
      </div>
      <FormEnd problem={problem} action={messages.createKey} isBusy={isBusy} />
    </form>
  )
}

/** Returns what the developer's plan allows, all if it cannot be read; `undefined` at first. */
function useGrants():
  { readonly scopes: readonly Scope[]; readonly regions: readonly Region[] } | undefined {
  const { plan } = useDeveloper()
  const { value, problem } = useQuery({
    key: plan,
    load: (signal) => callApi('plans.list', { signal }),
  })
  if (plan !== undefined && value === undefined && problem === undefined) return undefined
  const own = value?.plans.find(({ name }) => name === plan)
  return { scopes: own?.scopes ?? SCOPES, regions: own?.regions ?? REGIONS }
}
