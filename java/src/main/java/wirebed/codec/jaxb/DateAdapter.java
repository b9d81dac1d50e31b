package wirebed.codec.jaxb;

import jakarta.xml.bind.DatatypeConverter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.util.Date;
import java.util.GregorianCalendar;
import wirebed.bridge.Limits;

/** Reads and writes a date as JAXB does by itself, but refuses a text that would take minutes. */
final class DateAdapter extends XmlAdapter<String, Date> {
  @Override
  public Date unmarshal(String text) {
    return text == null ? null : DatatypeConverter.parseDateTime(Limits.date(text)).getTime();
  }

  @Override
  public String marshal(Date date) {
    if (date == null) {
      return null;
    }
    GregorianCalendar calendar = new GregorianCalendar();
    calendar.setTime(date);
    return DatatypeConverter.printDateTime(calendar);
  }
}
