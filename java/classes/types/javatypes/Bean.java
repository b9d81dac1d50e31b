package javatypes;

import java.io.Serializable;
import java.util.List;

/** A bean: each of its fields has a getter and a setter. */
public class Bean implements Serializable {
  private static final long serialVersionUID = 1L;

  private short small;
  private Integer boxed;
  private String text;
  private Bean inner;
  private List<Bean> beans;

  public short getSmall() {
    return small;
  }

  public void setSmall(short small) {
    this.small = small;
  }

  public Integer getBoxed() {
    return boxed;
  }

  public void setBoxed(Integer boxed) {
    this.boxed = boxed;
  }

  public String getText() {
    return text;
  }

  public void setText(String text) {
    this.text = text;
  }

  public Bean getInner() {
    return inner;
  }

  public void setInner(Bean inner) {
    this.inner = inner;
  }

  public List<Bean> getBeans() {
    return beans;
  }

  public void setBeans(List<Bean> beans) {
    this.beans = beans;
  }
}
