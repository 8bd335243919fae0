import { fileAddress, fileName, smallAddress } from '../../core/fileValue.ts';
import { pickText } from '../../core/text/pickText.ts';
import { PreviewLink } from '../../kit/files/PreviewLink.tsx';
import { useLang } from '../../kit/i18n/index.ts';
import type { FieldView, ShownProps } from '../views.ts';
import './image.css';

/** Shows a picture. Only pictures stored on the platform open in full size. */
function ImageShown({ field, value }: ShownProps) {
  const lang = useLang();
  const text = String(value);
  const address = fileAddress(text);
  const title = pickText(field.title, lang) ?? '';
  const picture = <img className="wd-shown-image" src={smallAddress(text)} alt={title} />;
  if (!address) return picture;
  return (
    <PreviewLink address={address} name={fileName(text)}>
      {picture}
    </PreviewLink>
  );
}

export const view: FieldView = { Shown: ImageShown };
