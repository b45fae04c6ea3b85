import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiProblem } from '../../api/api-client.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { saveFile } from '../../components/save-file.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { EXPORT_FORMATS, EXPORTED_MAX, exportFile, readForExport } from './export-requests.ts'
import type { ExportFormat } from './export-requests.ts'
import type { RequestListMessages } from '../messages/requests/en.ts'
import type { RequestSelection } from './request-filter.ts'

/** Renders the buttons that save the selected requests as a file, created in the browser. */
export function ExportButtons({
  selection,
  messages,
}: {
  readonly selection: RequestSelection
  readonly messages: RequestListMessages
}): JSX.Element {
  const { format, announce } = usePortal()
  const [count, setCount] = useState<number>()
  const [problem, setProblem] = useState<ApiProblem>()
  const save = async (as: ExportFormat) => {
    setProblem(undefined)
    setCount(0)
    try {
      const { requests, isCut } = await readForExport(selection, setCount)
      saveFile(exportFile(requests, as), `backline-requests.${as.toLowerCase()}`)
      if (isCut) announce(messages.exportLimit(format.number(EXPORTED_MAX)))
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('broken'))
    } finally {
      setCount(undefined)
    }
  }
  return (
    <div class="actions">
      <span class="quiet" role="status">
        {count !== undefined && messages.exporting(format.number(count))}
      </span>
      {EXPORT_FORMATS.map((as) => (
        <Button key={as} isBusy={count !== undefined} onClick={() => void save(as)}>
          {messages.exportAs(as)}
        </Button>
      ))}
      <ProblemNotice problem={problem} />
    </div>
  )
}
