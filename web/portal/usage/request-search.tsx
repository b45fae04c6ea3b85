import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { findRequestId } from './find-request-id.ts'
import type { UsageTexts } from './texts/en.ts'

/** Takes the id of a request, or anything that it stands in, and leads to what became of it. */
export function RequestSearch({
  texts: { request: texts },
  isPrimary = false,
}: {
  readonly texts: UsageTexts
  readonly isPrimary?: boolean
}): JSX.Element {
  const { go } = usePortal()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      class="usage-search"
      onSubmit={(event) => {
        event.preventDefault()
        const id = findRequestId(text)
        setWrong(id === undefined)
        if (id !== undefined) go(pathTo('request', id))
        else event.currentTarget.querySelector('input')?.focus()
      }}
    >
      <Field label={texts.label} hint={texts.help} error={isWrong ? texts.noId : undefined}>
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
        {texts.find}
      </Button>
    </form>
  )
}
