import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { REGIONS, type Region } from '../../words/regions.ts'
import type { Scope } from '../../../src/domain/scope.ts'
import { SCOPES } from '../../../src/domain/scope.ts'
import { askPortal, type ReplyOf } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { CheckGroup } from '../parts/check-group.tsx'
import { focusWrong } from '../parts/focus-wrong.ts'
import { NameField } from '../parts/name-field.tsx'
import { readName } from '../parts/read-name.ts'
import { ProblemNotice } from '../parts/notice.tsx'
import { LIFETIME_DEFAULT, LifetimeField, type Lifetime } from './lifetime-field.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** Makes a key. Nothing is chosen before its owner chooses it. */
export function KeyForm({
  applicationId,
  suggestion,
  onIssued,
}: {
  readonly applicationId: string
  /** A name to begin with. */
  readonly suggestion: string
  readonly onIssued: (issued: ReplyOf<'keys.create'>) => void
}): JSX.Element {
  const { lang, texts } = usePortal()
  const words = KEY_TEXTS[lang]
  const [name, setName] = useState(suggestion)
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [regions, setRegions] = useState<readonly Region[]>([])
  const [lifetime, setLifetime] = useState<Lifetime>(LIFETIME_DEFAULT)
  const [isChecked, setChecked] = useState(false)
  const { isBusy, problem, run } = useAction()
  const named = readName(name)
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (named === undefined || scopes.length === 0 || regions.length === 0) {
          focusWrong(event.currentTarget)
          return
        }
        void run(async () => {
          const body = {
            name: named,
            scopes: [...scopes],
            regions: [...regions],
            lifetimeDays: lifetime ?? null,
          }
          onIssued(await askPortal('keys.create', { path: { applicationId }, body }))
        })
      }}
    >
      <CheckGroup
        legend={words.scopesLegend}
        hint={words.scopesHint}
        error={isChecked && scopes.length === 0 ? words.scopesWrong : undefined}
        options={SCOPES.map((value) => ({ value, ...texts.scopes[value] }))}
        chosen={scopes}
        onChosen={setScopes}
        all={words.chooseAll}
        none={words.chooseNone}
      />
      <CheckGroup
        legend={words.regionsLegend}
        error={isChecked && regions.length === 0 ? words.regionsWrong : undefined}
        options={REGIONS.map((value) => ({ value, name: texts.regions[value] }))}
        chosen={regions}
        onChosen={setRegions}
        all={words.chooseAll}
        none={words.chooseNone}
      />
      <div class="columns">
        <NameField
          label={words.keyName}
          hint={words.keyNameHint}
          value={name}
          onValue={setName}
          error={isChecked && named === undefined ? words.nameWrong : undefined}
        />
        <LifetimeField label={words.lifetime} value={lifetime} onValue={setLifetime} />
      </div>
      <ProblemNotice problem={problem} />
      <div class="actions start">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {words.createKey}
        </Button>
      </div>
    </form>
  )
}
