import type { WidgetProps } from '@rjsf/utils';
import { Button, Upload } from 'antd';
import { type ComponentType, useCallback, useEffect, useRef } from 'react';
import { entityRegistry } from '../../../core/definitions/entities.ts';
import { fileName, smallAddress } from '../../../core/fileValue.ts';
import { FileLink } from '../../../fieldTypes/file/FileLink.tsx';
import { useT } from '../../../kit/i18n/index.ts';
import { waitingFileId } from '../../../kit/outbox/waitingFile.ts';
import { later } from '../../../kit/overlay/later.tsx';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import type { FormContext } from '../../model/formContext.ts';
import type { UploadCount } from '../../model/save/useUploads.ts';
import './files.css';
import type { LargeField, UploadKind } from './uploadRules.ts';
import { filesLimit, type Pending, useUpload } from './useUpload.ts';
import { WaitingPicture } from './WaitingPicture.tsx';

const LargeFile = later(() => import('./LargeFile.tsx'));

const NOTHING: UploadCount = { running: 0, failed: 0 };

/** Properties of a control that gets files from the device, or from the user's input. */
export interface ChooserProps {
  /** The properties of the button: its id, and whether it is disabled. */
  button: Omit<ReturnType<typeof baseProps>, 'status' | 'onBlur'>;
  props: WidgetProps;
  isMany: boolean;
  isBusy: boolean;
  isStored: boolean;
  onFiles(files: File[]): void;
}

/**
 * Makes a control for one or more files or pictures. Files are validated and uploaded. The field stores their
 * addresses.
 */
export function filesControl(kind: UploadKind, Chooser: ComponentType<ChooserProps>, isPhoto = false) {
  return function FilesControl(props: WidgetProps) {
    const t = useT();
    const { status, onBlur, ...base } = baseProps(props);
    const many = props.schema.type === 'array';
    const stored = (many ? (props.value ?? []) : props.value ? [props.value] : []) as string[];
    const limit = many ? filesLimit(props.schema.maxItems) : 1;
    const write = (values: string[]) => {
      props.onChange(many ? (values.length > 0 ? values : undefined) : values[0]);
      props.onBlur(props.id, values);
    };
    const { id } = props;
    const { report, entity } = props.registry.formContext as FormContext;
    const offline = entityRegistry.get(entity ?? '')?.offline !== undefined;
    const largeOption = props.options.large as Omit<LargeField, 'entity'> | undefined;
    const large = largeOption && entity ? { ...largeOption, entity } : null;
    const onCount = useCallback((count: UploadCount) => report(id, count), [report, id]);
    useEffect(() => () => onCount(NOTHING), [onCount]);
    const { pending, add, dismiss } = useUpload({
      ...{ kind, offline, isPhoto, large, limit, stored, onCount },
      onStored: write,
    });
    const busy = pending.some(({ problem }) => problem === undefined);
    const full = many && stored.length >= limit;
    return (
      <div className="wd-files" data-status={status}>
        {stored.length + pending.length > 0 && (
          <ul className="wd-files-list" data-kind={kind} aria-labelledby={labelId(props.id)}>
            {stored.map((value, index) => (
              <StoredFile
                key={value}
                value={value}
                isImage={kind === 'image'}
                label={many ? `${props.label} ${index + 1}` : props.label}
                removeLabel={kind === 'image' ? `${props.label} ${index + 1}` : fileName(value)}
                onRemove={base.disabled ? null : () => write(stored.filter((other) => other !== value))}
              />
            ))}
            {pending.map((entry) => (
              <PendingFile key={entry.key} entry={entry} onDismiss={() => dismiss(entry.key)} />
            ))}
          </ul>
        )}
        <Chooser
          button={{ ...base, disabled: base.disabled || full }}
          props={props}
          isMany={many}
          isBusy={busy}
          isStored={stored.length > 0}
          onFiles={(files) => void add(files)}
        />
        {many && !base.disabled && (
          <span className="wd-field-help">{t('form.filesCount', { count: stored.length, limit })}</span>
        )}
      </div>
    );
  };
}

interface StoredProps {
  value: string;
  isImage: boolean;
  label: string;
  removeLabel: string;
  /** Null if the file cannot be removed. */
  onRemove: (() => void) | null;
}

function StoredFile({ value, isImage, label, removeLabel, onRemove }: StoredProps) {
  const t = useT();
  return (
    <li>
      {isImage ? <StoredPicture value={value} label={label} /> : <FileLink value={value} />}
      {onRemove && (
        <Button
          type="text"
          size="small"
          icon={<Icon name="delete" />}
          aria-label={t('form.removeItem', { title: removeLabel })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

function StoredPicture({ value, label }: Pick<StoredProps, 'value' | 'label'>) {
  const waiting = waitingFileId(value);
  return waiting ? (
    <WaitingPicture id={waiting} label={label} />
  ) : (
    <img src={smallAddress(value)} alt={label} />
  );
}

/** Shows a running upload, or the reason of its failure. */
function PendingFile({ entry: { name, problem, large }, onDismiss }: { entry: Pending; onDismiss(): void }) {
  const t = useT();
  return (
    <li data-failed={problem !== undefined || undefined}>
      {large && !problem ? (
        <LargeFile name={name} progress={large} />
      ) : (
        <span role={problem ? 'alert' : 'status'}>
          {problem ? `${problem.includes(name) ? '' : `${name}: `}${problem}` : t('form.uploading', { name })}
        </span>
      )}
      <Button
        type="text"
        size="small"
        icon={<Icon name={problem ? 'delete' : 'close'} />}
        aria-label={t(problem ? 'form.removeItem' : 'form.uploadStop', { title: name })}
        onClick={onDismiss}
      />
    </li>
  );
}

/** Makes the upload button. Users choose files on the device. Phones also offer the camera for pictures. */
const uploadButton = (kind: UploadKind) =>
  function UploadButton({ button, props, isMany, isBusy, isStored, onFiles }: ChooserProps) {
    const t = useT();
    const seen = useRef<unknown>(null);
    const key = kind === 'image' ? 'form.imageChoose' : isMany ? 'form.filesChoose' : 'form.fileChoose';
    const replaceKey = kind === 'image' ? 'form.imageReplace' : 'form.fileReplace';
    const actionId = `${props.id}__action`;
    return (
      <Upload
        accept={kind === 'image' ? '.jpg,.jpeg,.png' : undefined}
        multiple={isMany}
        showUploadList={false}
        disabled={button.disabled}
        beforeUpload={(file, files) => {
          // antd calls this once for each file, always with the same list. The list is processed once.
          if (seen.current !== files) {
            seen.current = files;
            onFiles(files.map((one) => one as File));
          }
          return file && Upload.LIST_IGNORE;
        }}
      >
        <Button
          {...button}
          aria-labelledby={`${labelId(props.id)} ${actionId}`}
          icon={<Icon name="upload" />}
          loading={isBusy}
        >
          <span id={actionId}>{t(!isMany && isStored ? replaceKey : key)}</span>
        </Button>
      </Upload>
    );
  };

export const ImageControl = filesControl('image', uploadButton('image'), true);
export const FileControl = filesControl('file', uploadButton('file'));
