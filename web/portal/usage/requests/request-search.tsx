import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { pathTo } from '../../layout/route.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { findRequestId } from './find-request-id.ts'
import type { UsageMessages } from '../messages/en.ts'

/** Renders the search for a request id; accepts any text that contains one. */
export function RequestSearch({
  messages: { request: messages },
  isPrimary = false,
}: {
  readonly messages: UsageMessages
  readonly isPrimary?: boolean
}): JSX.Element {
  const { navigate } = usePortal()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      class="usage-search"
      onSubmit={(event) => {
        event.preventDefault()
        const id = findRequestId(text)
        setWrong(id === undefined)
        if (id !== undefined) navigate(pathTo('request', id))
        else event.currentTarget.querySelector('input')?.focus()
      }}
    >
      <Field
        label={messages.label}
        hint={messages.help}
        error={isWrong ? messages.noId : undefined}
      >
        {(field) => (
          <input
            {...field}
            type="text"
            value={text}
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
              setWrong(false)
            }}
          />
        )}
      </Field>
      <Button type="submit" kind={isPrimary ? 'primary' : 'plain'}>
        {messages.find}
      </Button>
    </form>
  )
}
